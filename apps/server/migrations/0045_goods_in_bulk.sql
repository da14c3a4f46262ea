-- Lines of an import that resemble goods of the catalogue: what they resemble, what can become of them, and what is
-- chosen. `draft` and `changes` are those of an update, `add_draft` and `add_changes` those of adding goods.
alter table goods_import_row
  add column "like" jsonb,
  add column choice text check (choice in ('update', 'skip', 'add')),
  add column choices text[] not null default '{}',
  add column update_kind text check (update_kind in ('change', 'same')),
  add column add_draft jsonb,
  add column add_changes jsonb;
alter table goods_import_row drop constraint goods_import_row_kind_check;
alter table goods_import_row add constraint goods_import_row_kind_check
  check (kind in ('add', 'change', 'same', 'skip', 'error'));
grant update on goods_import_row to slotwise_app;

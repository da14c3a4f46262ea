-- Old lines of the ledger are folded into one opening line for each slot and its goods. It stays even where the changes
-- cancel out, because a slot without a line has never been counted.
alter table stock_move drop constraint stock_move_reason_check, drop constraint stock_move_check;
alter table stock_move
  add constraint stock_move_reason_check check (reason in
    ('edit', 'fill', 'empty', 'putDown', 'goods', 'copy', 'remote', 'test', 'sale', 'machine', 'count', 'init', 'renumber', 'unbind',
     'opening')),
  add constraint stock_move_check check (after <> before or reason = 'opening');
create index stock_move_age on stock_move (tenant_id, at) where reason <> 'opening';
create index stock_move_opening on stock_move (tenant_id, device_id, channel_sn) where reason = 'opening';
grant delete on stock_move to slotwise_app;

-- The size of a job's file; the files of a merchant have a limit.
alter table job add column file_bytes bigint;

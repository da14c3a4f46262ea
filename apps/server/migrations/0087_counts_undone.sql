-- Taking over a machine's count can be undone like a refill.
alter table bulk_refill drop constraint bulk_refill_kind_check;
alter table bulk_refill
  add constraint bulk_refill_kind_check check (kind in ('fill', 'empty', 'visit', 'count'));

-- Every refill by its author can be undone for an hour: of many machines, of a machine on its page, and on site. Of slots
-- that were emptied or counted, `pieces` may be less than 0.
alter table bulk_refill add column kind text not null default 'fill' check (kind in ('fill', 'empty', 'visit'));
-- Of a visit: when each slot was counted last, with the visit itself. A later count leaves no line in the ledger where it
-- equals the books.
alter table bulk_refill add column counted_ats timestamptz(3)[];

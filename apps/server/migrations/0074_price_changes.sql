-- Prices that came with an imported catalogue can be undone, too. Of such a change `before` says for each of the goods
-- what it was given.
alter table goods_change drop constraint goods_change_kind_check;
alter table goods_change add constraint goods_change_kind_check check (kind in ('edit', 'delete', 'import'));

-- A slot change without goods of its own holds one of three: an edit of one machine's slots, with the values in
-- `edit`; an import, with given prices and sizes; or new list prices that slots took over, with given prices alone.

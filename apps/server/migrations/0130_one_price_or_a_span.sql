alter table goods no force row level security;
alter table goods_change no force row level security;

-- Goods have one price, or a span. Of both the price stays, because machines charge it.
update goods set min_price = null, max_price = null where price is not null and min_price is not null;
-- Undo would give goods back as they were, with both.
delete from goods_change where edit ? 'price' or kind = 'import';

alter table goods force row level security;
alter table goods_change force row level security;

alter table goods add constraint goods_price_or_span check (price is null or min_price is null);

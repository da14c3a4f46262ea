-- Game prices and winning rates of slots can be undone like prices: what the slots had before, and where slots of one
-- change got different fields, the new values slot by slot.
alter table slot_change
  add column game_prices int[],
  add column rates int[],
  add column edits jsonb;

-- One game price or rate for all slots of a machine can be undone where it was turned on over different values: the
-- settings that the change turned on, which its undo turns off again.
alter table slot_change
  add column turned_on text[];

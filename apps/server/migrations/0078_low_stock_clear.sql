-- Since when a machine with an open alert of low stock has had no low slot: a recovery has to last.
alter table alert add column clear_since timestamptz(3);

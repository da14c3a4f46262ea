-- How often a machine has connected since a moment, and when that was last so often that two machines may have its number.
alter table device_state
  add column comings smallint not null default 0,
  add column comings_since timestamptz(3),
  add column contested_at timestamptz(3);

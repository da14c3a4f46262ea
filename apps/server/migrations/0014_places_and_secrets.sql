-- Settings now name the place of a machine and the pictures of its goods: a higher revision makes every machine take
-- them, not only those whose merchant changes something.
alter table device no force row level security;
update device set settings_rev = settings_rev + 1 where unbound_at is null;
alter table device force row level security;

-- A merchant who kept the secret of a machine must not be able to use it once the machine is another merchant's. So
-- it is recorded since when the present secret exists, and since when the one that follows it does.
alter table machine
  add column secret_at timestamptz(3),
  add column next_secret_at timestamptz(3);
update machine set secret_at = created_at, next_secret_at = case when next_secret_hash is not null then created_at end;
alter table machine alter column secret_at set not null;

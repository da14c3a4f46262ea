-- Settings now name the place of a machine and the pictures of its goods: a higher revision makes every machine take
-- them, not only those whose merchant changes something.
alter table device no force row level security;
update device set settings_rev = settings_rev + 1 where unbound_at is null;
alter table device force row level security;

-- Whether `since` is the machine's time; otherwise it is the time of arrival, and the time of an end that was sent with it
-- may be earlier.
alter table device_fault add column since_by_clock boolean not null default false;

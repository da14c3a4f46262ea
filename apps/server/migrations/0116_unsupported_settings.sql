-- The settings of the applied revision that the machine said it cannot do.
alter table device add column unsupported_settings text[] not null default '{}';

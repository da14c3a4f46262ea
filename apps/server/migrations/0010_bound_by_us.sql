-- Whether a machine is bound is our own record (device.unbound_at), not the reason that a machine gives for leaving.
-- The state carries the same moment, because every message locks it first.
alter table device_state add column unbound_at timestamptz(3);

-- Row security would hide the rows of all merchants from the owner of the tables.
alter table device_state no force row level security;
alter table device no force row level security;
update device_state s set unbound_at = d.unbound_at
  from device d
 where d.tenant_id = s.tenant_id and d.device_id = s.device_id and d.unbound_at is not null;
alter table device_state force row level security;
alter table device force row level security;

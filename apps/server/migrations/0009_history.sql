-- The history of a machine is read from a place in time, in either direction.
create index command_by_time on command (tenant_id, device_id, created_at desc, command_id desc);
create index device_fault_by_time on device_fault (tenant_id, device_id, since desc, fault_id desc);
drop index device_fault_history;

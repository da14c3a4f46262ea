-- A machine that comes back is told of its last orders, whatever became of them.
create index pay_order_of_device on pay_order (tenant_id, device_id, create_at desc) where req_id is not null;
drop index pay_order_open;

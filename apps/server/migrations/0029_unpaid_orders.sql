-- Orders that were closed unpaid are deleted in the end (`modules/payments/sweep-service.ts`).
create index pay_order_unpaid on pay_order (tenant_id, create_at) where state = 'closed';
grant delete on pay_order to slotwise_app;

-- Which payment providers a merchant may use, where the operator has limited them; its agent's choice holds without a
-- row of its own, and all of the installation without either.
create table merchant_offer (
  tenant_id bigint primary key references tenant,
  clients text[] not null constraint merchant_offer_clients check (clients <@ '{wechat,alipay,gkash}')
);
call fence('merchant_offer', 'select, insert, update, delete');

create table agent_offer (
  agent text primary key,
  clients text[] not null constraint agent_offer_clients check (clients <@ '{wechat,alipay,gkash}')
);
grant select, insert, update, delete on agent_offer to slotwise_app;

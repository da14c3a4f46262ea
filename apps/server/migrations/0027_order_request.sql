-- Recognises a machine's request that is sent again: a digest of its time and contents. Null for orders from before it
-- was kept, and for what the machine settled itself.
alter table pay_order add column request_digest bytea;

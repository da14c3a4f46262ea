-- Sites: what the owner of the place gets in which machines stand.
alter table store
  add column coo_share int constraint store_coo_share check (coo_share between 0 and 10000),
  add column coo_rent int constraint store_coo_rent check (coo_rent >= 0);

-- What became of the cash of a sale, as its machine said: {kept, returned, changed}.
alter table bill add cash jsonb;

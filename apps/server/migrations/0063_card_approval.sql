-- When a card was first approved: money may be booked to it from then on, also once its approval is taken back.
alter table bank_card add column approved_at timestamptz(3);
update bank_card set approved_at = state_at where state = 'approved';

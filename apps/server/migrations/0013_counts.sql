-- The merchant can take over what a machine has counted in its slots.
alter table stock_move
  drop constraint stock_move_reason_check,
  add constraint stock_move_reason_check check (reason in
    ('edit', 'fill', 'empty', 'putDown', 'goods', 'copy', 'remote', 'test', 'sale', 'machine', 'count', 'init', 'renumber',
     'unbind'));

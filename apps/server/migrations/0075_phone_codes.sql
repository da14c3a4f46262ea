-- A code by text message also proves the phone of an account that was made with a password.
alter table sms_code drop constraint sms_code_purpose_check;
alter table sms_code add constraint sms_code_purpose_check
  check (purpose in ('signup', 'reset', 'header', 'operation', 'phone'));

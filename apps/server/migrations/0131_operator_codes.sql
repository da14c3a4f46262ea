-- The operator makes a code for a main account whose phone gets no text messages.
alter table sms_code drop constraint sms_code_purpose_check;
alter table sms_code add constraint sms_code_purpose_check
  check (purpose in ('signup', 'reset', 'header', 'operation', 'phone', 'operator'));

-- A sentence whose check was ended at its deadline is on record as such.
alter table claims drop constraint claims_verdict_check;
alter table claims add constraint claims_verdict_check
  check (verdict in ('supported', 'partly', 'unsupported', 'unchecked'));

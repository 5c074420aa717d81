-- Calls that carried an Idempotency-Key, of people too: of a question asked by a program, the answer is named; of any other
-- call, `result` is the first response, sealed with the caller's own key, which is not stored.
alter table repeatable_questions rename to repeatable_calls;
alter index repeatable_questions_age rename to repeatable_calls_age;
alter table repeatable_calls drop constraint repeatable_questions_pkey;
alter table repeatable_calls
  alter column company_id drop not null,
  add column result bytea,
  add constraint repeatable_calls_pkey primary key (user_id, idempotency_key);

-- the erasure of answers names the table
do $$
declare
  found record;
begin
  for found in
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosrc like '%repeatable_questions%'
  loop
    execute replace(found.definition, 'repeatable_questions', 'repeatable_calls');
  end loop;
end $$;

-- The requested model and the one that answered: providers redirect one name to another, with another price.

alter table usage_entries drop constraint usage_entries_purpose_check;
alter table usage_entries add constraint usage_entries_purpose_check
  check (purpose in ('answer', 'follow-up', 'second-look', 'embedding', 'tags', 'key-check'));
-- `model` is the one that answered as soon as that is known; null in earlier entries, which did not record it
alter table usage_entries add asked_model text;

alter table interactions
  -- `model` is the one that answered; null in earlier answers
  add asked_provider text,
  add asked_model text,
  add system_fingerprint text,
  -- the call's parameters: longest reply, temperature, effort
  add parameters jsonb;

create function keep_answer_origin() returns trigger language plpgsql as $$
begin
  if old.outcome <> 'pending' and (
    new.asked_provider, new.asked_model, new.system_fingerprint, new.parameters, new.input_tokens, new.output_tokens
  ) is distinct from (
    old.asked_provider, old.asked_model, old.system_fingerprint, old.parameters, old.input_tokens, old.output_tokens
  ) then
    raise exception 'a finished answer is never rewritten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger interactions_keep_origin before update on interactions
  for each row execute function keep_answer_origin();

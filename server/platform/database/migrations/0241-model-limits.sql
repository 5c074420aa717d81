-- How long each of a company's two models may take. No row: the usual limits.
create table model_limits (
  company_id integer not null references companies (id),
  model_type text not null check (model_type in ('smart', 'smarter')),
  reading_seconds integer not null check (reading_seconds between 1 and 600),
  silence_seconds integer not null check (silence_seconds between 1 and 600),
  total_seconds integer not null check (total_seconds between 1 and 3600),
  primary key (company_id, model_type)
);
call fence('model_limits');

-- The company's editor shows them.
create or replace function raise_version_of_whole() returns trigger language plpgsql as $$
declare
  part jsonb := to_jsonb(coalesce(new, old));
  fields text[];
begin
  case tg_table_name
    when 'memberships' then
      fields := case when (part ->> 'is_primary')::boolean or tg_op = 'UPDATE'
        then array['workspace_ids', 'workspace_id'] else array['workspace_ids'] end;
      update users set version = version + 1, changed_in = changed_in || changed_now(fields, version + 1)
        where id = (part ->> 'user_id')::integer;
    when 'examination_themes' then
      update examinations set version = version + 1, changed_in = changed_in || changed_now(array['theme_ids'], version + 1)
        where company_id = (part ->> 'company_id')::integer and user_id = (part ->> 'user_id')::integer;
    else
      fields := array[case tg_table_name || ' ' || (part ->> 'model_type')
        when 'model_choices smart' then 'smart_model'
        when 'model_choices smarter' then 'smarter_model'
        when 'model_limits smart' then 'smart_limits'
        when 'model_limits smarter' then 'smarter_limits'
        when 'model_keys smart' then 'openai_api_key'
        else 'xai_api_key' end];
      update companies set version = version + 1, changed_in = changed_in || changed_now(fields, version + 1)
        where id = (part ->> 'company_id')::integer;
  end case;
  return null;
end $$;

create trigger raise_version after insert or delete or update of reading_seconds, silence_seconds, total_seconds on model_limits
  for each row execute function raise_version_of_whole();

-- A call that ended early was not counted by its provider.
alter table interactions add column tokens_estimated boolean not null default false;

create or replace function keep_answer_origin() returns trigger language plpgsql as $$
begin
  if old.outcome <> 'pending' and (
    new.asked_provider, new.asked_model, new.system_fingerprint, new.parameters, new.input_tokens, new.output_tokens,
    new.tokens_estimated
  ) is distinct from (
    old.asked_provider, old.asked_model, old.system_fingerprint, old.parameters, old.input_tokens, old.output_tokens,
    old.tokens_estimated
  ) then
    raise exception 'a finished answer is never rewritten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

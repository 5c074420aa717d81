-- A row that people edit has a version: raised by every change of what they edit, whoever makes it. `changed_in` tells the
-- version and the call in which each field last changed, so that a refused change can name what others changed since; who
-- they are stands in the record, under the call's number.
create function changed_now(fields text[], new_version integer) returns jsonb language sql stable as $$
  select jsonb_object_agg(f, jsonb_build_object('version', new_version, 'request', current_setting('app.request', true)))
    from unnest(fields) f;
$$;

create function raise_version() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  -- before it was stored, such a row had version 0 and the values of an unset one
  if tg_op = 'INSERT' then
    if new.changed_in = '{}' then
      new.changed_in := changed_now(array(select split_part(a, '=', -1) from unnest(tg_argv) a), new.version);
    end if;
    return new;
  end if;
  select array_agg(f.field) into changed
    from unnest(tg_argv) a(argument)
    cross join lateral (select split_part(a.argument, '=', 1) as col, split_part(a.argument, '=', -1) as field) f
    where to_jsonb(new) -> f.col is distinct from to_jsonb(old) -> f.col;
  if changed is not null then
    new.version := old.version + 1;
    new.changed_in := old.changed_in || changed_now(changed, old.version + 1);
  end if;
  return new;
end $$;

-- `fields`: columns that people edit; 'column=field' where the API has another name than the column.
create procedure versioned(target regclass, variadic fields text[]) language plpgsql as $$
begin
  execute format('alter table %s add column version integer not null default 1, add column changed_in jsonb not null default ''{}''',
    target);
  -- without a number of its own, a row is shown before it exists
  execute format('create trigger raise_version before %s update of %s on %s for each row execute function raise_version(%s)',
    case when exists (select 1 from pg_attribute where attrelid = target and attname = 'id') then '' else 'insert or' end,
    (select string_agg(distinct quote_ident(split_part(f, '=', 1)), ', ') from unnest(fields) f), target,
    (select string_agg(quote_literal(f), ', ') from unnest(fields) f));
end $$;

call versioned('users', 'first_name', 'last_name', 'role', 'company_id', 'is_active');
call versioned('workspaces', 'name', 'description', 'is_active');
call versioned('themes', 'name', 'purpose', 'guiding_instructions', 'model_type', 'is_active', 'require_sign_off', 'fallback',
  'workspace_id', 'distribution_partner_tags', 'product_tags', 'topic_tags', 'state_tags');
call versioned('companies', 'name', 'description', 'require_second_factor');
call versioned('help_items', 'type', 'title', 'content', 'video_url', 'duration');
call versioned('catalogue_models', 'kind', 'context_tokens', 'input_price', 'output_price', 'retires_on', 'successor', 'thinks',
  'refuses');
call versioned('retention_periods', 'interactions', 'documents', 'events');
call versioned('review_rules', 'bad_rating', 'unsupported', 'abstained', 'sample_percent');
call versioned('leads', 'status', 'notes');
call versioned('lead_retention', 'months');
call versioned('examinations', 'purpose', 'first_day=from', 'last_day=to', 'ends_on');
call versioned('webhooks', 'name', 'url', 'events', 'is_active');
call versioned('record_streams', 'address', 'header', 'sealed=secret', 'ca', 'is_active');
call versioned('identity_providers', 'protocol', 'name', 'issuer', 'issuer=entity_id', 'client_id', 'sealed=client_secret', 'sign_in_url',
  'certificates', 'attributes', 'is_active', 'is_enforced', 'creates_people', 'workspace_ids', 'groups_claim', 'rules',
  'break_glass_user_id');
drop procedure versioned;

-- What an editor shows of other tables raises the version of the row that it edits.
create function raise_version_of_whole() returns trigger language plpgsql as $$
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
        when 'model_keys smart' then 'openai_api_key'
        else 'xai_api_key' end];
      update companies set version = version + 1, changed_in = changed_in || changed_now(fields, version + 1)
        where id = (part ->> 'company_id')::integer;
  end case;
  return null;
end $$;

create trigger raise_version after insert or delete or update of is_primary on memberships
  for each row execute function raise_version_of_whole();
create trigger raise_version after insert or delete on examination_themes
  for each row execute function raise_version_of_whole();
create trigger raise_version after insert or delete or update of provider, model on model_choices
  for each row execute function raise_version_of_whole();
-- the result of a check is not an edit
create trigger raise_version after insert or delete or update of sealed, base_url on model_keys
  for each row execute function raise_version_of_whole();

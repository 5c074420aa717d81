-- Examinations, retention periods, holds that stop erasure, and erasure itself. Content and salts go; events, commitments
-- and the log over them stay. Only functions of the owner erase, only what they find due themselves, and only for the
-- platform's login (rights.ts): a login that serves calls can neither erase nor make anything due earlier than the
-- database's own clock.

-- Examiners: people from outside who read a part of the record, for a purpose and until a day.
create table examinations (
  company_id integer not null references companies (id),
  user_id integer not null references users (id),
  purpose text not null check (purpose <> ''),
  -- UTC
  first_day date not null,
  last_day date not null check (first_day <= last_day),
  -- the last day on which the examiner may read, UTC
  ends_on date not null,
  created_by integer not null references users (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  primary key (company_id, user_id)
);
call fence('examinations');
call versioned('examinations', 'purpose', 'first_day=from', 'last_day=to', 'ends_on');

-- The themes that may be read; none: all.
create table examination_themes (
  company_id integer not null,
  user_id integer not null,
  theme_id integer not null,
  primary key (company_id, user_id, theme_id),
  foreign key (company_id, user_id) references examinations (company_id, user_id),
  foreign key (company_id, theme_id) references themes (company_id, id)
);
call fence('examination_themes');
create trigger raise_version after insert or delete on examination_themes
  for each row execute function raise_version_of_whole();

-- Months; null: forever. Six is the minimum that Regulation (EU) 2024/1689 (AI Act), Articles 19 and 26(6), requires
-- for logs.
create table retention_periods (
  company_id integer primary key references companies (id),
  interactions integer check (interactions between 6 and 1200),
  documents integer check (documents between 6 and 1200),
  events integer check (events between 6 and 1200),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  changed_in jsonb not null default '{}'
);
call fence('retention_periods');
call versioned('retention_periods', 'interactions', 'documents', 'events');

-- A hold covers everything that meets all its conditions; null is no condition.
create table holds (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  user_id integer references users (id),
  theme_id integer,
  document_id integer,
  -- UTC
  first_day date,
  last_day date check (first_day <= last_day),
  reason text not null check (reason <> ''),
  set_by integer not null references users (id),
  set_at timestamptz not null,
  lifted_by integer references users (id),
  lifted_at timestamptz,
  lift_reason text,
  primary key (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id),
  foreign key (company_id, document_id) references documents (company_id, id),
  check (num_nonnulls(user_id, theme_id, document_id, first_day, last_day) > 0),
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
create unique index holds_id on holds (id);
create index holds_standing on holds (company_id) where lifted_at is null;
call fence('holds');

-- A hold and a batch of an erasure take turns: data covered by an active hold is not erased, even if the hold is set
-- in the meantime.
create function lock_erasure(company integer) returns void language sql
  return pg_advisory_xact_lock(130, company);

create function wait_for_erasure() returns trigger language plpgsql as $$
begin
  perform lock_erasure(new.company_id);
  return new;
end $$;
create trigger holds_wait_for_erasure before insert or update on holds for each row execute function wait_for_erasure();

-- Days of a hold (UTC) that meet a span of time.
create function meets_days(first_day date, last_day date, from_time timestamptz, to_time timestamptz) returns boolean
  language sql immutable
  return (first_day is null or (to_time at time zone 'UTC')::date >= first_day)
    and (last_day is null or (from_time at time zone 'UTC')::date <= last_day);

-- The number of an event's target, if it has one, up to the greatest identifier; compared as a number, so that an index
-- finds it.
create function number_in(target_id text) returns integer language sql immutable
  return case when target_id ~ '^[0-9]{1,10}$' then
    case when target_id::bigint <= 2147483647 then target_id::integer end end;

-- Due: answers and details of events from before the period, in months (null: forever); details of events about an erased
-- answer, and by or about an erased person, and the answers whose manifest still names that person. The events that
-- document erasures stay whole.
--
-- The test whether a hold covers a row is part of the statement that lists due data, which proves its company once
-- and not for each row: a function that looks into a table behind row-level security proves its company anew each
-- time (60 microseconds, 6 s for 100,000 events).
do $migration$
declare
  answer_held constant text := $held$exists (
      select 1 from holds h where h.company_id = i.company_id and h.lifted_at is null
        and (h.user_id is null or h.user_id = i.user_id)
        and (h.theme_id is null or h.theme_id = i.theme_id)
        and meets_days(h.first_day, h.last_day, i.created_at, i.created_at)
        and (h.document_id is null or exists (select 1 from interaction_sources s
          where s.company_id = i.company_id and s.interaction_id = i.id and s.document_id = h.document_id)))$held$;
  event_held constant text := $held$exists (
      select 1 from holds h where h.company_id = e.stream and h.lifted_at is null
        and (h.user_id is null or h.user_id = e.actor_id
          or (e.target_type = 'user' and number_in(e.target_id) = h.user_id))
        and meets_days(h.first_day, h.last_day, e.at, e.at)
        and (h.theme_id is null or case e.target_type
          when 'theme' then number_in(e.target_id) = h.theme_id
          when 'interaction' then exists (select 1 from interactions i
            where i.company_id = e.stream and i.id = number_in(e.target_id) and i.theme_id = h.theme_id)
          when 'document' then exists (select 1 from documents d
            where d.company_id = e.stream and d.id = number_in(e.target_id) and d.theme_id = h.theme_id)
          else false end)
        and (h.document_id is null or case e.target_type
          when 'document' then number_in(e.target_id) = h.document_id
          when 'interaction' then exists (select 1 from interaction_sources s where s.company_id = e.stream
            and s.interaction_id = number_in(e.target_id) and s.document_id = h.document_id)
          else false end))$held$;
begin
  execute replace($f$
    create function due_answers(company integer, months integer)
      returns table (id integer, theme_id integer, user_id integer, at timestamptz, is_held boolean)
      language sql stable as $body$
        select i.id, i.theme_id, i.user_id, i.created_at, {held}
        from interactions i
        where i.company_id = company and i.outcome <> 'pending' and i.erased_at is null
          and i.created_at < now() - make_interval(months => due_answers.months)
      $body$ $f$, '{held}', answer_held);
  execute replace($f$
    create function answers_naming_person(company integer, person integer) returns table (id integer)
      language sql stable as $body$
        select i.id
        from users u
          join interactions i on i.company_id = u.company_id and i.user_id = u.id
          join record_manifests m on m.company_id = i.company_id and m.interaction_id = i.id
        where u.company_id = company and u.id = person and u.erased_at is not null
          and (m.asker is not null or m.content::jsonb ->> 'form' = 'footnote-manifest/1')
          and not {held}
      $body$ $f$, '{held}', answer_held);
  execute replace($f$
    create function due_events(company integer, months integer)
      returns table (seq bigint, at timestamptz, action text, is_held boolean)
      language sql stable as $body$
        select e.seq, e.at, e.action, {held}
        from audit_events e
        where e.stream = company and e.salt is not null and e.action <> 'retention.erase'
          and e.at < now() - make_interval(months => due_events.months)
      $body$ $f$, '{held}', event_held);
  execute replace($f$
    create function events_of_answers(company integer, answers integer[])
      returns table (seq bigint, at timestamptz, action text, is_held boolean)
      language sql stable as $body$
        select e.seq, e.at, e.action, {held}
        from unnest(answers) a(id)
          join interactions k on k.company_id = company and k.id = a.id and k.erased_at is not null
          join audit_events e on e.stream = company and e.target_type = 'interaction' and e.target_id = k.id::text
        where e.salt is not null
      $body$ $f$, '{held}', event_held);
  execute replace($f$
    create function events_of_person(company integer, person integer)
      returns table (seq bigint, at timestamptz, action text, is_held boolean)
      language sql stable as $body$
        select e.seq, e.at, e.action, {held}
        from users u join audit_events e on e.stream = u.company_id and e.actor_type = 'user' and e.actor_id = u.id
        where u.company_id = company and u.id = person and u.erased_at is not null and e.salt is not null
        union
        select e.seq, e.at, e.action, {held}
        from users u join audit_events e on e.stream = u.company_id and e.target_type = 'user' and e.target_id = u.id::text
        where u.company_id = company and u.id = person and u.erased_at is not null and e.salt is not null
      $body$ $f$, '{held}', event_held);
end $migration$;

-- When a version ceased to be in force: its document or theme was deleted, or a later version answers. Null: it still
-- may. A version that is held does not end the one before it.
create function version_end(company integer, version_id integer) returns timestamptz language sql stable
  return (
    select least(d.deleted_at, t.deleted_at, (
      select min(greatest(w.ready_at, w.released_at, case when t.require_sign_off then w.signed_off_at end))
      from document_versions w
      where w.company_id = v.company_id and w.document_id = v.document_id and w.version > v.version
        and w.status = 'ready' and not w.is_held and (not t.require_sign_off or w.signed_off_at is not null)))
    from document_versions v
      join documents d on d.company_id = v.company_id and d.id = v.document_id
      join themes t on t.company_id = d.company_id and t.id = d.theme_id
    where v.company_id = company and v.id = version_id);

-- Versions out of force for longer than the period. One that a kept answer rests on waits for that answer, and one that an
-- approved answer rests on until that is retired; then its words go with the version.
create function due_versions(company integer, months integer)
  returns table (id integer, document_id integer, theme_id integer, name text, version integer, at timestamptz,
    is_held boolean, is_cited boolean)
  language sql stable begin atomic
    select v.id, v.document_id, d.theme_id, d.name, v.version, v.ended,
      exists (select 1 from holds h where h.company_id = v.company_id and h.lifted_at is null
        and (h.user_id is null or h.user_id = v.uploaded_by)
        and (h.theme_id is null or h.theme_id = d.theme_id)
        and (h.document_id is null or h.document_id = d.id)
        and meets_days(h.first_day, h.last_day, v.uploaded_at, v.ended)),
      exists (select 1 from interaction_sources s
        where s.company_id = v.company_id and s.document_id = v.document_id and s.version_id = v.id)
      or exists (select 1 from approved_citations k
        join approved_answers a on a.company_id = k.company_id and a.id = k.approved_answer_id
        where k.company_id = v.company_id and k.version_id = v.id and a.state <> 'retired')
    from (select w.*, version_end(w.company_id, w.id) as ended from document_versions w) v
      join documents d on d.company_id = v.company_id and d.id = v.document_id
    where v.company_id = company and v.erased_at is null and v.status <> 'processing'
      and v.ended < now() - make_interval(months => due_versions.months);
  end;

-- Of these answers those that are due: words of question, answer, sources, comments and manifest, notifications about
-- them, and whatever quotes them or may say what they said, as the name of a chat does. Who asked which theme when, with
-- which outcome, stays. A questionnaire's file goes with the last of its answers
-- (server/answering/questionnaires/erase.ts).
create function erase_answers(company integer, answers integer[]) returns integer[]
  language plpgsql security definer set search_path = public as $$
declare
  gone integer[];
begin
  perform lock_erasure(company);
  gone := array(select d.id
    from retention_periods p cross join lateral due_answers(company, p.interactions) d
    where p.company_id = company and d.id = any (answers) and not d.is_held order by d.id);
  update record_manifests set content = null, salt = null, asker = null, asker_salt = null
    where company_id = company and interaction_id = any (gone) and (content is not null or asker is not null);
  delete from interaction_sources where company_id = company and interaction_id = any (gone);
  delete from claims where company_id = company and interaction_id = any (gone);
  delete from expert_requests where company_id = company and interaction_id = any (gone);
  delete from test_run_changes where company_id = company and interaction_id = any (gone);
  delete from chats where company_id = company and interaction_id = any (gone);
  delete from questionnaire_questions q using questionnaire_questions f
    where q.company_id = company and f.company_id = company and q.questionnaire_id = f.questionnaire_id
      and f.interaction_id = any (gone) and (q.ordinal = f.ordinal or q.same_as = f.ordinal);
  delete from review_cases where company_id = company and interaction_id = any (gone);
  delete from repeatable_calls where company_id = company and interaction_id = any (gone);
  delete from notifications where company_id = company
    and substring(link from '(?:interaction|case)=([0-9]{1,9})$')::integer = any (gone);
  update ratings set feedback = null where company_id = company and interaction_id = any (gone);
  update reviews set note = '', corrected_answer = '' where company_id = company and interaction_id = any (gone);
  update interactions set erased_at = now(), question = '', answer = '', reason = null, removed_sentences = '[]',
      selected_tags = '{}', session_id = '', end_user = null
    where company_id = company and id = any (gone);
  return gone;
end $$;

-- Of these versions those that are due, held by nothing and cited by no kept answer: pages, passages, index, pictures, and
-- what a test run quotes of them. Returns the stored files to remove. Name, SHA-256, size, who and when stay.
create function erase_versions(company integer, versions integer[]) returns table (version_id integer, file_key text)
  language plpgsql security definer set search_path = public as $$
declare
  gone integer[];
begin
  perform lock_erasure(company);
  gone := array(select d.id
    from retention_periods p cross join lateral due_versions(company, p.documents) d
    where p.company_id = company and d.id = any (versions) and not d.is_held and not d.is_cited order by d.id);
  update document_versions v set erased_at = now(), title = null, warnings = '[]', status_reason = null
    where v.company_id = company and v.id = any (gone);
  return query
    select v.id, v.file_key from document_versions v where v.company_id = company and v.id = any (gone)
    union all
    select c.version_id, c.file_key from citation_pictures c
      where c.company_id = company and c.version_id = any (gone) and c.file_key is not null;
  delete from citation_pictures c where c.company_id = company and c.version_id = any (gone);
  delete from vectors x where x.company_id = company and x.version_id = any (gone);
  delete from segments s where s.company_id = company and s.version_id = any (gone);
  delete from test_run_changes k where k.company_id = company
    and (k.version_before = any (gone) or k.version_after = any (gone));
  delete from approved_citations k where k.company_id = company and k.version_id = any (gone);
  delete from passages p where p.company_id = company and p.version_id = any (gone);
  delete from pages p where p.company_id = company and p.version_id = any (gone);
end $$;

-- Details of these events, each with the commitment that its line of the log carries; the next check finds a wrong one.
create function erase_events(company integer, numbers bigint[], commitments bytea[], answers integer[], person integer)
  returns bigint[]
  language plpgsql security definer set search_path = public as $$
declare
  gone bigint[];
begin
  perform lock_erasure(company);
  gone := array(
    select d.seq from retention_periods p cross join lateral due_events(company, p.events) d
    where p.company_id = company and d.seq = any (numbers) and not d.is_held
    union
    select d.seq from events_of_answers(company, answers) d where d.seq = any (numbers) and not d.is_held
    union
    select d.seq from events_of_person(company, person) d where d.seq = any (numbers) and not d.is_held
    order by 1);
  update audit_events e set salt = null, details = n.details, before = null, after = null, actor_name = '', address = ''
    from unnest(numbers, commitments) n(seq, details)
    where e.stream = company and e.seq = n.seq and n.seq = any (gone);
  return gone;
end $$;

-- Removes an erased person's name from the manifests of these answers. Manifests that hold it among their content go
-- whole.
create function erase_askers(company integer, person integer, answers integer[])
  returns table (interaction_id integer, is_whole boolean)
  language plpgsql security definer set search_path = public as $$
begin
  perform lock_erasure(company);
  return query
    update record_manifests m set asker = null, asker_salt = null,
        content = case when m.asker is not null then m.content end,
        salt = case when m.asker is not null then m.salt end
      from (select d.id, k.asker is null as is_whole from answers_naming_person(company, person) d
          join record_manifests k on k.company_id = company and k.interaction_id = d.id
          where d.id = any (answers)) w
      where m.company_id = company and m.interaction_id = w.id
      returning m.interaction_id, w.is_whole;
end $$;

revoke execute on function erase_answers, erase_versions, erase_events, erase_askers from public;

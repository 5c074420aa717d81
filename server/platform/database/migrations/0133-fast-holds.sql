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
    create or replace function due_answers(company integer, months integer)
      returns table (id integer, theme_id integer, user_id integer, at timestamptz, is_held boolean)
      language sql stable as $body$
        select i.id, i.theme_id, i.user_id, i.created_at, {held}
        from interactions i
        where i.company_id = company and i.outcome <> 'pending' and i.erased_at is null
          and i.created_at < now() - make_interval(months => due_answers.months)
      $body$ $f$, '{held}', answer_held);
  execute replace($f$
    create or replace function answers_naming_person(company integer, person integer) returns table (id integer)
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
    create or replace function due_events(company integer, months integer)
      returns table (seq bigint, at timestamptz, action text, is_held boolean)
      language sql stable as $body$
        select e.seq, e.at, e.action, {held}
        from audit_events e
        where e.stream = company and e.salt is not null and e.action <> 'retention.erase'
          and e.at < now() - make_interval(months => due_events.months)
      $body$ $f$, '{held}', event_held);
  execute replace($f$
    create or replace function events_of_answers(company integer, answers integer[])
      returns table (seq bigint, at timestamptz, action text, is_held boolean)
      language sql stable as $body$
        select e.seq, e.at, e.action, {held}
        from unnest(answers) a(id)
          join interactions k on k.company_id = company and k.id = a.id and k.erased_at is not null
          join audit_events e on e.stream = company and e.target_type = 'interaction' and e.target_id = k.id::text
        where e.salt is not null
      $body$ $f$, '{held}', event_held);
  execute replace($f$
    create or replace function events_of_person(company integer, person integer)
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
drop function is_answer_held;
drop function is_event_held;

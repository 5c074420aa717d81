-- A company's own record names everyone who acted in it, including people who have since moved to another company.
create or replace function guest_name(person integer) returns table (email text, name text)
  language sql stable security definer set search_path = public
  begin atomic
    select u.email, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)
    from users u
    where u.id = person and app_company() is not null and (
      exists (select 1 from interactions i where i.company_id = app_company() and i.user_id = person)
      or exists (select 1 from audit_events e where e.stream = app_company() and e.actor_type = 'user' and e.actor_id = person)
    );
  end;

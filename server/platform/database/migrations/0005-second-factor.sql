-- Second factors, known devices, and names limited to a company's own record.

-- Whether the company's administrators must have a second factor.
alter table companies add column require_second_factor boolean not null default false;

create table second_factors (
  user_id integer primary key references users (id),
  company_id integer references companies (id),
  -- the TOTP secret, AES-256-GCM, the person's id as associated data (server/platform/secrets.ts)
  sealed bytea not null,
  -- the last accepted time step: a code works once
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  -- null while it is being set up
  confirmed_at timestamptz
);
call fence('second_factors');

create table recovery_codes (
  user_id integer not null references second_factors (user_id) on delete cascade,
  -- SHA-256 of person and code; a code carries 80 random bits
  code_hash bytea not null,
  company_id integer references companies (id),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
call fence('recovery_codes');

-- Browsers that signed in as this person before: guesses made elsewhere do not keep them out.
create table known_devices (
  user_id integer not null references users (id),
  token_hash bytea not null,
  company_id integer references companies (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
call fence('known_devices');

-- Past the fence for one thing only: the name of a person who belongs to no company (a super admin) and whom the
-- caller's own record names. For everybody else the caller's own fence decides.
create function guest_name(person integer) returns table (email text, name text)
  language sql stable security definer set search_path = public
  begin atomic
    select u.email, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)
    from users u
    where u.id = person and u.company_id is null and app_company() is not null and (
      exists (select 1 from interactions i where i.company_id = app_company() and i.user_id = person)
      or exists (select 1 from audit_events e where e.stream = app_company() and e.actor_type = 'user' and e.actor_id = person)
    );
  end;
create index audit_events_actor on audit_events (stream, actor_id);

create or replace function person_name(person integer) returns table (email text, name text)
  language sql stable set search_path = public
  begin atomic
    select u.email, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) from users u where u.id = person
    union all
    select g.email, g.name from guest_name(person) g where not exists (select 1 from users u where u.id = person);
  end;

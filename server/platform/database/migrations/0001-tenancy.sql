-- Companies, workspaces, people and their sessions, and the fence around each company.

create function app_company() returns integer language sql stable parallel safe
  return nullif(current_setting('app.company', true), '')::integer;

-- True for work that belongs to no company: sign-in, start-up, a super admin's lists.
create function app_platform() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.scope', true), '') = 'platform';

-- Row-level security for a table whose rows belong to a company. Forced, so that it binds the owner too.
create procedure fence(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (company_id = (select app_company()) or (select app_platform()))
       with check (company_id = (select app_company()) or (select app_platform()))', target);
end $$;

-- Row-level security for a table that belongs to the platform, not to any company.
create procedure fence_platform(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy platform on %s using ((select app_platform())) with check ((select app_platform()))', target);
end $$;

create table companies (
  id integer generated always as identity primary key,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
alter table companies enable row level security;
alter table companies force row level security;
create policy tenant on companies
  using (id = (select app_company()) or (select app_platform()))
  with check (id = (select app_company()) or (select app_platform()));

create table model_keys (
  company_id integer not null references companies (id),
  model_type text not null check (model_type in ('smart', 'smarter')),
  -- AES-256-GCM, company and model type as associated data (server/platform/secrets.ts)
  sealed bytea not null,
  last_four text not null,
  -- the address the key was given for; it is never sent to another one
  base_url text not null,
  check_ok boolean,
  check_message text,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, model_type)
);
call fence('model_keys');

create table workspaces (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  name text not null,
  description text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id)
);
create unique index workspaces_id on workspaces (id);
call fence('workspaces');

create table users (
  id integer generated always as identity primary key,
  -- null for a super_admin, who belongs to no company
  company_id integer references companies (id),
  email text not null unique check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  role text not null check (role in ('super_admin', 'workspace_admin', 'agent')),
  is_active boolean not null default true,
  password_hash text not null,
  must_change_password boolean not null default false,
  -- encrypted so that an admin can show it while unused; erased at first use
  temp_password_sealed bytea,
  temp_password_expires_at timestamptz,
  temp_password_used_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  check ((role = 'super_admin') = (company_id is null))
);
call fence('users');

-- An address signs in to one account on the whole installation; this says yes or no and nothing else.
create function email_taken(address text) returns boolean
  language sql stable security definer set search_path = public
  return exists (select 1 from users where email = address);

create table memberships (
  company_id integer not null,
  user_id integer not null,
  workspace_id integer not null,
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, workspace_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, workspace_id) references workspaces (company_id, id)
);
create unique index memberships_one_primary on memberships (company_id, user_id) where is_primary;
create index memberships_workspace on memberships (company_id, workspace_id);
call fence('memberships');

create table sessions (
  id uuid primary key default gen_random_uuid(),
  company_id integer references companies (id),
  user_id integer not null references users (id),
  -- SHA-256 of two different secrets: the header token and the cookie
  token_hash bytea not null unique,
  cookie_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idle_seconds integer,
  address text not null default '',
  browser text not null default ''
);
create index sessions_user on sessions (user_id);
call fence('sessions');

create table password_resets (
  id integer generated always as identity primary key,
  company_id integer references companies (id),
  user_id integer not null references users (id),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
call fence('password_resets');

create table terms_acceptances (
  id integer generated always as identity primary key,
  company_id integer references companies (id),
  user_id integer not null references users (id),
  document text not null check (document in ('terms', 'privacy')),
  version text not null,
  accepted_at timestamptz not null default now(),
  address text not null default '',
  unique (user_id, document, version)
);
call fence('terms_acceptances');

create table invitations (
  id integer generated always as identity primary key,
  company_id integer not null,
  user_id integer not null,
  invited_by integer references users (id),
  email_sent boolean not null,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  foreign key (company_id, user_id) references users (company_id, id)
);
create index invitations_user on invitations (company_id, user_id);
call fence('invitations');

-- The record. Numbered without gaps per company (stream 0: the platform); each event carries the SHA-256 of its
-- canonical form, so that a Merkle log can be laid over them. Nobody changes or removes an event.
create table audit_heads (
  stream integer primary key,
  company_id integer references companies (id),
  seq bigint not null default 0
);
call fence('audit_heads');

create table audit_events (
  stream integer not null,
  seq bigint not null,
  company_id integer references companies (id),
  at timestamptz not null,
  actor_type text not null,
  actor_id integer,
  actor_role text,
  actor_name text not null,
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  result text not null default 'done',
  address text not null default '',
  request_id text not null,
  hash bytea not null,
  primary key (stream, seq)
);
create index audit_events_target on audit_events (stream, target_type, target_id);
call fence('audit_events');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit record is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function refuse_change();

-- Companies, workspaces, people, their sessions and their second factors.

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
        when 'model_limits smart' then 'smart_limits'
        when 'model_limits smarter' then 'smarter_limits'
        when 'model_keys smart' then 'openai_api_key'
        else 'xai_api_key' end];
      update companies set version = version + 1, changed_in = changed_in || changed_now(fields, version + 1)
        where id = (part ->> 'company_id')::integer;
  end case;
  return null;
end $$;

create table companies (
  id integer generated always as identity primary key,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- whether the company's administrators must have a second factor
  require_second_factor boolean not null default false,
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  -- whether Excel, PowerPoint, web pages, Markdown, emails and CSV are read besides PDF, Word and text
  more_formats boolean not null default false
);
alter table companies enable row level security;
alter table companies force row level security;
create policy tenant on companies
  using (id = (select app_company()) or (select app_platform()))
  with check (id = (select app_company()) or (select app_platform()));
call versioned('companies', 'name', 'description', 'require_second_factor', 'more_formats');

create table workspaces (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  name text not null,
  description text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  primary key (company_id, id)
);
create unique index workspaces_id on workspaces (id);
call fence('workspaces');
call versioned('workspaces', 'name', 'description', 'is_active');

create table users (
  id integer generated always as identity primary key,
  -- null for a super_admin, who belongs to no company
  company_id integer references companies (id),
  email text not null check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  role text not null check (role in ('super_admin', 'workspace_admin', 'agent', 'examiner')),
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
  -- an address is one person among the companies in use: people of a deleted company keep theirs on record, and
  -- others may use it
  released_at timestamptz,
  -- a key's questions are recorded under its own user, which is no person: inactive, without a password, and in no
  -- list of people
  is_key boolean not null default false,
  -- under a pseudonym from then on
  erased_at timestamptz,
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  unique (company_id, id),
  check ((role = 'super_admin') = (company_id is null))
);
create unique index users_email_key on users (email) where released_at is null;
call fence('users');
call versioned('users', 'first_name', 'last_name', 'role', 'company_id', 'is_active');

-- An address signs in to one account on the whole installation; this says yes or no and nothing else.
create function email_taken(address text) returns boolean
  language sql stable security definer set search_path = public
  return exists (select 1 from users where email = address and released_at is null);

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
create trigger raise_version after insert or delete or update of is_primary on memberships
  for each row execute function raise_version_of_whole();

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
  browser text not null default '',
  -- when the person last gave the password (and code) in this session
  proved_at timestamptz not null default 'epoch'
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

-- An authenticator app, passkeys (WebAuthn), or both.
create table second_factors (
  user_id integer primary key references users (id),
  company_id integer references companies (id),
  -- the TOTP secret, AES-256-GCM, the person's id as associated data (server/platform/secrets.ts); null: the factor is on by
  -- passkeys alone
  sealed bytea,
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

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references second_factors (user_id) on delete cascade,
  company_id integer references companies (id),
  name text not null,
  -- as the authenticator names it; one authenticator serves several people under different ids
  credential_id bytea not null unique,
  -- COSE
  public_key bytea not null,
  -- signatures made so far, as far as the authenticator counts them
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
call fence('passkeys');

-- Random numbers to be signed once, each for one person and one purpose.
create table passkey_challenges (
  -- SHA-256
  challenge_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  company_id integer references companies (id),
  purpose text not null check (purpose in ('register', 'use')),
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
call fence('passkey_challenges');

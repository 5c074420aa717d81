-- Keys with which other programs call the product, each of one company.

-- A key's questions are recorded under its own user, which is no person: inactive, without a password, and in no list
-- of people.
alter table users add column is_key boolean not null default false;

create table api_keys (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  name text not null,
  user_id integer not null,
  -- SHA-256; the key itself is shown once and kept nowhere
  secret_hash bytea not null unique,
  last_four text not null,
  -- permissions of contract/kernel/permissions.ts
  scopes text[] not null,
  -- networks that it may call from; none means from anywhere
  addresses text[] not null,
  created_by integer not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index api_keys_id on api_keys (id);
call fence('api_keys');

create table api_key_themes (
  company_id integer not null,
  key_id integer not null,
  theme_id integer not null,
  primary key (company_id, key_id, theme_id),
  foreign key (company_id, key_id) references api_keys (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id)
);
create index api_key_themes_theme on api_key_themes (company_id, theme_id);
call fence('api_key_themes');

-- For whom a program asked, in the program's own words.
alter table interactions add column end_user text;

-- Questions that carried an Idempotency-Key: the same key gets the existing answer.
create table repeatable_questions (
  company_id integer not null,
  user_id integer not null references users (id),
  idempotency_key text not null,
  -- SHA-256 of the question
  asked_hash bytea not null,
  interaction_id integer,
  created_at timestamptz not null,
  primary key (company_id, user_id, idempotency_key),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
create index repeatable_questions_age on repeatable_questions (created_at);
call fence('repeatable_questions');

create or replace function person_name(person integer) returns table (email text, name text)
  language sql stable set search_path = public
  begin atomic
    select case when u.is_key then 'API key' else u.email end,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)
    from users u where u.id = person
    union all
    select g.email, g.name from guest_name(person) g where not exists (select 1 from users u where u.id = person);
  end;

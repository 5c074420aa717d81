-- Models that each company chose, its keys to them, facts about models in addition to the shipped ones, and spend.

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
-- the result of a check is not an edit
create trigger raise_version after insert or delete or update of sealed, base_url on model_keys
  for each row execute function raise_version_of_whole();

-- Adds to or replaces the shipped entry of the same provider and name. Belongs to the installation: every company reads
-- it, only the platform writes it.
create table catalogue_models (
  id integer generated always as identity primary key,
  provider text not null,
  name text not null,
  kind text not null check (kind in ('chat', 'embedding')),
  context_tokens integer,
  -- US dollars for a million tokens
  input_price double precision,
  output_price double precision,
  retires_on date,
  successor text,
  thinks boolean,
  refuses text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  unique (provider, name)
);
alter table catalogue_models enable row level security;
alter table catalogue_models force row level security;
create policy readable on catalogue_models for select using (app_company() is not null or app_platform());
create policy platform on catalogue_models using ((select app_platform())) with check ((select app_platform()));
call versioned('catalogue_models', 'kind', 'context_tokens', 'input_price', 'output_price', 'retires_on', 'successor',
  'thinks', 'refuses');

-- No row: the installation's default.
create table model_choices (
  company_id integer not null references companies (id),
  model_type text not null check (model_type in ('smart', 'smarter')),
  provider text not null,
  model text not null,
  chosen_at timestamptz not null default now(),
  primary key (company_id, model_type)
);
call fence('model_choices');
create trigger raise_version after insert or delete or update of provider, model on model_choices
  for each row execute function raise_version_of_whole();

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
create trigger raise_version after insert or delete or update of reading_seconds, silence_seconds, total_seconds
  on model_limits for each row execute function raise_version_of_whole();

-- Tokens reserved before and settled after each call to a provider.
create table usage_entries (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  interaction_id integer,
  provider text not null,
  model text not null,
  reserved_tokens integer not null,
  input_tokens integer,
  output_tokens integer,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  purpose text not null default 'answer'
    check (purpose in ('answer', 'follow-up', 'second-look', 'embedding', 'tags', 'key-check')),
  -- providers redirect one name to another, with another price: `model` is the one that answered, as soon as that is known
  asked_model text,
  primary key (company_id, id)
);
create index usage_entries_day on usage_entries (company_id, created_at);
create index usage_entries_open on usage_entries (created_at) where settled_at is null;
call fence('usage_entries');

-- Tokens reserved and spent by a company on a day (UTC): the one row on which the daily limit is decided.
create table usage_days (
  company_id integer not null references companies (id),
  day date not null,
  tokens bigint not null default 0,
  primary key (company_id, day)
);
call fence('usage_days');

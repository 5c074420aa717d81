-- Facts about models in addition to the shipped ones, and the models that each company chose.

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
  unique (provider, name)
);
alter table catalogue_models enable row level security;
alter table catalogue_models force row level security;
create policy readable on catalogue_models for select using (app_company() is not null or app_platform());
create policy platform on catalogue_models using ((select app_platform())) with check ((select app_platform()));

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

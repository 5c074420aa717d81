-- Leads, help content, notifications, throttles.

create table leads (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null default '',
  company text not null,
  job_title text not null default '',
  industry text,
  company_size text,
  use_case text not null,
  timeframe text,
  budget text,
  status text not null default 'new' check (status in ('new', 'contacted', 'qualified', 'closed')),
  source text not null default 'website_lead_form',
  notes text not null default '',
  created_at timestamptz not null default now()
);
create index leads_created on leads (created_at desc);
call fence_platform('leads');

create table help_items (
  id integer generated always as identity primary key,
  -- null: platform content, inherited by every company
  company_id integer references companies (id),
  -- the platform item this one customises
  origin_id integer references help_items (id),
  type text not null check (type in ('video', 'faq')),
  title text not null,
  content text not null,
  video_url text,
  duration text,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index help_items_one_copy on help_items (company_id, origin_id) where deleted_at is null and origin_id is not null;
alter table help_items enable row level security;
alter table help_items force row level security;
create policy inherited on help_items for select
  using (company_id is null and (select app_company()) is not null);
create policy tenant on help_items
  using (company_id = (select app_company()) or (select app_platform()))
  with check (company_id = (select app_company()) or (select app_platform()));

create table help_overrides (
  company_id integer not null references companies (id),
  help_item_id integer not null references help_items (id),
  hidden_at timestamptz not null default now(),
  primary key (company_id, help_item_id)
);
call fence('help_overrides');

create table notifications (
  id integer generated always as identity primary key,
  company_id integer references companies (id),
  user_id integer not null references users (id),
  kind text not null,
  title text not null,
  body text not null default '',
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user on notifications (user_id, created_at desc);
call fence('notifications');

-- Counters of rate-limiter-flexible; keys are hashed before they come here.
create table throttles (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

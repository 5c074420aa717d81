-- Notifications, help content and demo requests.

create table notifications (
  id integer generated always as identity primary key,
  company_id integer references companies (id),
  user_id integer not null references users (id),
  kind text not null,
  title text not null,
  body text not null default '',
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- waits for the daily email
  digest_due boolean not null default false,
  -- the old and new text of a notification, shown side by side
  words_before text,
  words_after text
);
create index notifications_user on notifications (user_id, created_at desc);
create index notifications_digest on notifications (user_id) where digest_due;
-- Finds whether a company was already notified of something; without it, each query reads all companies'
-- notifications.
create index notifications_kind on notifications (company_id, kind, created_at);
call fence('notifications');

-- A person's preference for a kind of event: the bell, the bell and a daily email, or nothing; without a row
-- the bell.
create table notification_preferences (
  user_id integer not null references users (id),
  company_id integer references companies (id),
  kind text not null,
  delivery text not null check (delivery in ('bell', 'digest', 'off')),
  primary key (user_id, kind)
);
call fence('notification_preferences');

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
  deleted_at timestamptz,
  version integer not null default 1,
  changed_in jsonb not null default '{}'
);
create unique index help_items_one_copy on help_items (company_id, origin_id)
  where deleted_at is null and origin_id is not null;
alter table help_items enable row level security;
alter table help_items force row level security;
create policy inherited on help_items for select
  using (company_id is null and (select app_company()) is not null);
create policy tenant on help_items
  using (company_id = (select app_company()) or (select app_platform()))
  with check (company_id = (select app_company()) or (select app_platform()));
call versioned('help_items', 'type', 'title', 'content', 'video_url', 'duration');

create table help_overrides (
  company_id integer not null references companies (id),
  help_item_id integer not null references help_items (id),
  hidden_at timestamptz not null default now(),
  primary key (company_id, help_item_id)
);
call fence('help_overrides');

-- The order in which a company sees help; without a row an item has the platform's position.
create table help_positions (
  company_id integer not null references companies (id),
  help_item_id integer not null references help_items (id),
  position integer not null,
  primary key (company_id, help_item_id)
);
call fence('help_positions');

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
  created_at timestamptz not null default now(),
  -- why it may come from a program; it is kept either way
  suspicion text check (suspicion in ('hidden-field', 'too-fast', 'no-stamp')),
  sent_by text not null default 'form' check (sent_by in ('form', 'api')),
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  -- a request that a form sends again, since it never got the answer, is stored once
  request_key text
);
create index leads_created on leads (created_at desc);
create unique index leads_request_key on leads (request_key);
call fence_platform('leads');
call versioned('leads', 'status', 'notes');

-- Demo requests end one at a time, or by a rule of the installation.
create table lead_retention (
  id integer primary key check (id = 1),
  -- null: forever
  months integer check (months between 1 and 1200),
  version integer not null default 1,
  changed_in jsonb not null default '{}'
);
-- before the fence, which binds the owner
insert into lead_retention (id) values (1);
call fence_platform('lead_retention');
call versioned('lead_retention', 'months');

-- Webhooks of a company (standardwebhooks.com), and their deliveries.

create table webhooks (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  name text not null,
  url text not null,
  -- names of contract/notices/webhooks.ts
  events text[] not null,
  is_active boolean not null,
  -- why the program switched it off; null: it did not
  off_reason text,
  -- the signing secret, encrypted with the master key, and the previous one while receivers switch to the new one
  sealed bytea,
  previous_sealed bytea,
  previous_until timestamptz,
  -- the first failed attempt since the last one that succeeded
  failing_since timestamptz,
  created_by integer not null references users (id),
  created_at timestamptz not null,
  primary key (company_id, id),
  check ((previous_sealed is null) = (previous_until is null))
);
create unique index webhooks_id on webhooks (id);
call fence('webhooks');

-- Written in the transaction of its event: neither exists without the other.
create table webhook_deliveries (
  company_id integer not null,
  id integer generated always as identity,
  webhook_id integer not null,
  -- identifies repetitions to the receiver
  message_id text not null,
  event text not null,
  -- as it is signed and sent
  body text not null,
  -- the name under which a webhook gets only one message, such as a day's limit; null: no such name
  once text,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null,
  next_attempt_at timestamptz,
  -- an attempt is running until then; afterward its process counts as dead
  claimed_until timestamptz,
  -- when the schedule looks at it again
  wake_at timestamptz,
  last_attempt_at timestamptz,
  status_code integer,
  -- the beginning of the last response, and why there was none
  response text,
  failure text,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade,
  check ((state = 'waiting') = (next_attempt_at is not null) and (state = 'waiting') = (wake_at is not null))
);
create unique index webhook_deliveries_id on webhook_deliveries (id);
create index webhook_deliveries_of_webhook on webhook_deliveries (company_id, webhook_id, id desc);
create unique index webhook_deliveries_once on webhook_deliveries (company_id, webhook_id, once) where once is not null;
create index webhook_deliveries_waiting on webhook_deliveries (company_id, webhook_id) where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (wake_at) where state = 'waiting';
create index webhook_deliveries_age on webhook_deliveries (created_at);
call fence('webhook_deliveries');

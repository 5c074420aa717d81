-- Programs: keys with which they call the product, files of questions, and webhooks that tell them what happened.

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
  -- the key of a widget stands in web pages: no secret, so it is kept, with how much its visitors may ask
  widget_key text,
  visitor_questions_per_hour integer,
  questions_per_day integer,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  constraint api_keys_widget check (
    ('widget:ask' = any (scopes)) = (widget_key is not null)
    and (widget_key is null) = (visitor_questions_per_hour is null)
    and (widget_key is null) = (questions_per_day is null)
    and (widget_key is null or cardinality(scopes) = 1)
  )
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

-- Websites whose pages may use a key in a browser. A table, since a preflight has an origin and no key: an index on an
-- array is not used below row-level security.
create table api_key_origins (
  company_id integer not null,
  key_id integer not null,
  -- as browsers send it
  origin text not null,
  primary key (company_id, key_id, origin),
  foreign key (company_id, key_id) references api_keys (company_id, id)
);
create index api_key_origins_origin on api_key_origins (origin);
call fence('api_key_origins');

-- Calls that carried an Idempotency-Key, of people too: of a question asked by a program, the answer is named; of any other
-- call, `result` is the first response, sealed with the caller's own key, which is not stored.
create table repeatable_calls (
  company_id integer,
  user_id integer not null references users (id),
  idempotency_key text not null,
  -- SHA-256 of the call
  asked_hash bytea not null,
  interaction_id integer,
  created_at timestamptz not null,
  result bytea,
  primary key (user_id, idempotency_key),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
create index repeatable_calls_age on repeatable_calls (created_at);
call fence('repeatable_calls');

-- A file of questions that a theme answers, and that is given back with its answers.
create table questionnaires (
  company_id integer not null,
  id integer generated always as identity,
  theme_id integer not null,
  -- who uploaded it: its questions are asked as this person
  user_id integer not null references users (id),
  name text not null,
  kind text not null check (kind in ('xlsx', 'docx')),
  file_key text not null,
  file_size integer not null,
  sha256 text not null,
  -- stopped: it cannot be asked any further
  state text not null check (state in ('draft', 'running', 'finished', 'stopped')),
  reason text,
  -- where questions stand and answers go (reading/questionnaire/layout.ts)
  places jsonb not null,
  -- its questions' chat
  session_id text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id),
  check ((state = 'stopped') = (reason is not null))
);
create unique index questionnaires_id on questionnaires (id);
create index questionnaires_user on questionnaires (user_id, id);
create index questionnaires_theme on questionnaires (company_id, theme_id);
create index questionnaires_file on questionnaires (file_key);
call fence('questionnaires');

create table questionnaire_questions (
  company_id integer not null,
  questionnaire_id integer not null,
  -- from 1, in the order of the file
  ordinal integer not null,
  -- where it stands: a place, and a row of it
  place integer not null,
  row integer not null,
  question text not null,
  is_too_long boolean not null,
  -- an earlier question with the same words: its answer counts
  same_as integer,
  -- the recorded answer; of a failed one, the latest
  interaction_id integer,
  attempts integer not null default 0,
  review text check (review in ('accepted', 'edited', 'not_answered')),
  edited_answer text,
  reviewed_by integer references users (id),
  reviewed_at timestamptz,
  primary key (company_id, questionnaire_id, ordinal),
  foreign key (company_id, questionnaire_id) references questionnaires (company_id, id) on delete cascade,
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  check ((review = 'edited') = (edited_answer is not null)),
  check ((review is null) = (reviewed_by is null) and (review is null) = (reviewed_at is null))
);
create index questionnaire_questions_interaction on questionnaire_questions (company_id, interaction_id);
call fence('questionnaire_questions');

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
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  primary key (company_id, id),
  check ((previous_sealed is null) = (previous_until is null))
);
create unique index webhooks_id on webhooks (id);
call fence('webhooks');
call versioned('webhooks', 'name', 'url', 'events', 'is_active');

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
  -- found its company's share of attempts taken, and lost its job: the next attempt that ends queues it again
  is_held_back boolean not null default false,
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
create index webhook_deliveries_held_back on webhook_deliveries (company_id, id) where is_held_back;
call fence('webhook_deliveries');

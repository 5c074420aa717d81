-- Bundles for outside verifiers: made in the background, kept for a week.
create table record_bundles (
  id integer generated always as identity,
  company_id integer not null references companies (id),
  asked_by integer not null references users (id),
  filters jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'ready', 'failed')),
  reason text,
  -- events written of those that the filters show
  done integer not null default 0,
  events integer,
  size bigint,
  file_key text,
  file_size bigint,
  sha256 text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (company_id, id)
);
create unique index record_bundles_id on record_bundles (id);
create index record_bundles_file on record_bundles (file_key) where file_key is not null;
call fence('record_bundles');

-- The record is read page by page, newest first, and by each of its filters.
drop index audit_events_target;
drop index audit_events_actor;
create index audit_events_target on audit_events (stream, target_type, target_id, seq desc);
create index audit_events_actor on audit_events (stream, actor_id, seq desc);
create index audit_events_action on audit_events (stream, action, seq desc);
create index audit_events_time on audit_events (stream, at, seq);
create index audit_events_not_done on audit_events (stream, result, seq desc) where result <> 'done';

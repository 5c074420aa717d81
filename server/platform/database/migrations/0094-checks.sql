-- Checks of logs: the part checked, and the first altered position.
create table record_checks (
  id integer generated always as identity primary key,
  stream integer not null,
  company_id integer references companies (id),
  -- null: started by the program's schedule
  asked_by integer references users (id),
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  size bigint not null default 0,
  checked bigint not null default 0,
  outcome text check (outcome in ('intact', 'altered', 'failed')),
  problem jsonb,
  -- the outside head that the log was compared with; null: none could be read
  outside jsonb,
  -- answers whose content was erased: their commitments remain
  erased integer not null default 0
);
create index record_checks_stream on record_checks (stream, id desc);
call fence('record_checks');

-- Keys that sign heads of logs: the newest signs, all are known. The private half is sealed with the master key.
create table record_keys (
  id integer generated always as identity primary key,
  public_key bytea not null unique check (length(public_key) = 32),
  sealed bytea not null,
  created_at timestamptz(3) not null default now()
);
call fence_platform('record_keys');

-- The state of a log at a moment: its size and root, signed.
create table record_heads (
  id bigint generated always as identity primary key,
  stream integer not null,
  company_id integer references companies (id),
  size bigint not null,
  root bytea not null check (length(root) = 32),
  -- a checkpoint of C2SP (c2sp.org/tlog-checkpoint) as it is sent
  note text not null,
  public_key bytea not null check (length(public_key) = 32),
  signed_at timestamptz(3) not null default now()
);
create index record_heads_stream on record_heads (stream, id desc);
create index record_heads_size on record_heads (stream, size desc);
call fence('record_heads');
create trigger record_heads_append_only before update or delete on record_heads
  for each row execute function refuse_change();
create trigger record_heads_no_truncate before truncate on record_heads
  for each statement execute function refuse_change();

-- Which head reached which outside place.
create table record_deliveries (
  place text not null,
  stream integer not null,
  head_id bigint not null references record_heads (id),
  company_id integer references companies (id),
  delivered_at timestamptz(3) not null default now(),
  primary key (place, stream, head_id)
);
create index record_deliveries_time on record_deliveries (place, delivered_at desc);
create index record_deliveries_stream on record_deliveries (stream, head_id desc);
call fence('record_deliveries');
create trigger record_deliveries_append_only before update or delete on record_deliveries
  for each row execute function refuse_change();
create trigger record_deliveries_no_truncate before truncate on record_deliveries
  for each statement execute function refuse_change();

-- Outside places that don't accept heads, and a signing key that can't be decrypted; a row is removed once its
-- problem is over.
create table record_troubles (
  what text primary key,
  reason text not null,
  since timestamptz(3) not null,
  told_at timestamptz(3)
);
call fence_platform('record_troubles');

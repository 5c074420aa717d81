-- A Merkle log per company over its audit events (stream 0: the platform). An event's data about people and content
-- is covered by a salted commitment, so that it can be erased while the log still proves the rest.

create table record_sizes (
  stream integer primary key,
  company_id integer references companies (id),
  seq bigint not null default 0,
  -- the time of the latest event: none that follows is earlier
  at timestamptz(3)
);
call fence('record_sizes');

-- The record. Numbered without gaps per company; nobody changes or removes an event, but for the erasure of its details.
create table audit_events (
  stream integer not null,
  seq bigint not null,
  company_id integer references companies (id),
  at timestamptz(3) not null,
  actor_type text not null,
  actor_id integer,
  actor_role text,
  actor_name text not null,
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  result text not null default 'done',
  address text not null default '',
  request_id text not null,
  leaf bytea not null,
  salt bytea,
  -- HMAC-SHA-256 of the answer's manifest
  manifest bytea,
  -- the machine's clock, if it was more than a minute behind the log
  clock timestamptz(3),
  -- the commitment to details that were erased: the line of the log is built with it
  details bytea check (length(details) = 32),
  primary key (stream, seq)
);
create index audit_events_target on audit_events (stream, target_type, target_id, seq desc);
create index audit_events_actor on audit_events (stream, actor_id, seq desc);
create index audit_events_action on audit_events (stream, action, seq desc);
create index audit_events_time on audit_events (stream, at, seq);
create index audit_events_not_done on audit_events (stream, result, seq desc) where result <> 'done';
call fence('audit_events');

-- An event is never changed, but for its erasure.
create function keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.salt is not null and new.salt is null and new.details is not null and new.before is null and new.after is null
      and new.actor_name = '' and new.address = '' and old.action <> 'retention.erase'
      and to_jsonb(new) - array['salt', 'details', 'before', 'after', 'actor_name', 'address']
        = to_jsonb(old) - array['salt', 'details', 'before', 'after', 'actor_name', 'address'] then
      return new;
    end if;
  end if;
  raise exception 'the audit record is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function keep_event();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit record is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function refuse_change();

-- Complete subtrees of 256, 65,536 and 16,777,216 events: with them any root or proof takes a few hundred hashes.
create table record_nodes (
  stream integer not null,
  company_id integer references companies (id),
  level smallint not null check (level in (8, 16, 24)),
  place bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (stream, level, place)
);
call fence('record_nodes');
create trigger record_nodes_append_only before update or delete on record_nodes
  for each row execute function refuse_change();
create trigger record_nodes_no_truncate before truncate on record_nodes
  for each statement execute function refuse_change();

-- All inputs of an answer, as one text that the log commits to. Content and salt may be erased; the commitment stays.
create table record_manifests (
  company_id integer not null,
  interaction_id integer not null,
  -- canonical JSON (RFC 8785); null, with its salt: erased
  content text,
  salt bytea,
  commitment bytea not null check (length(commitment) = 32),
  created_at timestamptz(3) not null default now(),
  -- the asker's name and address, separate from the manifest, which commits to them: they can be erased while the
  -- answer stays
  asker text,
  asker_salt bytea,
  primary key (company_id, interaction_id),
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  check ((content is null) = (salt is null)),
  check ((asker is null) = (asker_salt is null))
);
call fence('record_manifests');
create trigger record_manifests_no_truncate before truncate on record_manifests
  for each statement execute function refuse_change();

create function keep_manifest() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.content is null or new.content = old.content) and (new.asker is null or new.asker = old.asker)
      and (new.salt is null or new.salt = old.salt) and (new.asker_salt is null or new.asker_salt = old.asker_salt)
      and to_jsonb(new) - array['content', 'salt', 'asker', 'asker_salt']
        = to_jsonb(old) - array['content', 'salt', 'asker', 'asker_salt'] then
      return new;
    end if;
  end if;
  raise exception 'a manifest is never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger record_manifests_append_only before update or delete on record_manifests
  for each row execute function keep_manifest();

-- Texts that manifests name by their SHA-256: purpose, instructions and tags of a theme as they were.
create table record_texts (
  company_id integer not null references companies (id),
  sha256 bytea not null check (sha256 = pg_catalog.sha256(convert_to(text, 'UTF8'))),
  text text not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, sha256)
);
call fence('record_texts');
create trigger record_texts_append_only before update or delete on record_texts
  for each row execute function refuse_change();
create trigger record_texts_no_truncate before truncate on record_texts
  for each statement execute function refuse_change();

-- A question waits for its events and its manifest. As functions they take one round trip each, and PostgreSQL keeps their
-- plans for the connection; as statements they took five round trips, each planned anew.

-- Appends events to a log and returns its new size. The last to run in a transaction, since it locks the size. Each event
-- brings the text of its line (server/platform/log/entry.ts) in three parts, between which its time and number stand.
create function append_events(log integer, company integer, clock_now timestamptz, overlap interval, address text,
    request text, events jsonb)
  returns bigint language plpgsql as $$
declare
  count integer := jsonb_array_length(events);
  size bigint;
  latest timestamptz;
  behind timestamptz;
  iso constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  time_text text;
begin
  insert into record_sizes as s (stream, company_id, seq, at) values (log, company, count, clock_now)
    on conflict (stream) do update set seq = s.seq + excluded.seq, at = greatest(s.at, excluded.at)
    returning s.seq, s.at into size, latest;
  time_text := '"at":"' || to_char(latest at time zone 'UTC', iso) || '"';
  if latest - clock_now > overlap then
    behind := clock_now;
    time_text := time_text || ',"clock":"' || to_char(behind at time zone 'UTC', iso) || '"';
  end if;
  insert into audit_events (stream, company_id, seq, at, clock, actor_type, actor_id, actor_role, actor_name, action,
      target_type, target_id, before, after, result, address, request_id, manifest, salt, leaf)
    select log, company, size - count + e.n, latest, behind, e.actor_type, e.actor_id, e.actor_role, e.actor_name,
      e.action, e.target_type, e.target_id, e.before, e.after, e.result, append_events.address, request,
      decode(e.manifest, 'hex'), decode(e.salt, 'hex'),
      -- RFC 9162, 2.1.1: a zero byte before a leaf
      sha256('\x00'::bytea
        || convert_to(e.start || time_text || e.middle || '"seq":' || (size - count + e.n) || e.ending, 'UTF8'))
    from rows from (jsonb_to_recordset(events) as (actor_type text, actor_id integer, actor_role text, actor_name text,
      action text, target_type text, target_id text, before jsonb, after jsonb, result text, manifest text, salt text,
      start text, middle text, ending text))
      with ordinality e(actor_type, actor_id, actor_role, actor_name, action, target_type, target_id, before, after,
        result, manifest, salt, start, middle, ending, n);
  return size;
end $$;

-- Stores an answer's manifest, and those of the texts that it names which are not on record yet.
create function store_manifest(company integer, interaction integer, content text, salt bytea, commitment bytea,
    asker text, asker_salt bytea, at timestamptz, texts text[])
  returns void language plpgsql as $$
begin
  insert into record_texts (company_id, sha256, text)
    select distinct company, sha256(convert_to(t, 'UTF8')), t from unnest(texts) t
    where not exists (select 1 from record_texts known
      where known.company_id = company and known.sha256 = sha256(convert_to(t, 'UTF8')))
    on conflict do nothing;
  insert into record_manifests (company_id, interaction_id, content, salt, commitment, asker, asker_salt, created_at)
    values (company, interaction, store_manifest.content, store_manifest.salt, store_manifest.commitment,
      store_manifest.asker, store_manifest.asker_salt, at);
end $$;

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
  -- a place's receipt for a head: the time stamp of an authority (DER of a TimeStampResp, RFC 3161)
  receipt bytea,
  primary key (place, stream, head_id)
);
create index record_deliveries_time on record_deliveries (place, delivered_at desc);
create index record_deliveries_stream on record_deliveries (stream, head_id desc);
create index record_deliveries_receipt on record_deliveries (stream, head_id) where receipt is not null;
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

-- Where a record is streamed to: a SIEM, event by event in the order of the log. A stream belongs to a log; 0 is the
-- platform's.
create table record_streams (
  company_id integer references companies (id),
  kind text not null check (kind in ('https', 'syslog')),
  -- an address over https, or host and port
  address text not null,
  -- of a header that proves the sender, whose value is sealed with the master key
  header text not null,
  sealed bytea,
  -- PEM of the authority of the receiver's certificate; empty: the public ones
  ca text not null,
  is_active boolean not null,
  -- the last event that the receiver accepted
  position bigint not null check (position >= 0),
  sent_at timestamptz,
  -- the current sender; an expired lease belongs to a process that died
  sender uuid,
  leased_until timestamptz,
  -- the next attempt after a failure
  retry_at timestamptz,
  failures integer not null,
  failing_since timestamptz,
  told_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  log integer generated always as (coalesce(company_id, 0)) stored,
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  primary key (log)
);
call fence('record_streams');
call versioned('record_streams', 'address', 'header', 'sealed=secret', 'ca', 'is_active');

-- Past the fence for one thing only: the name of a person of no company or, by now, of another one, whom the caller's own
-- record names.
create function guest_name(person integer) returns table (email text, name text)
  language sql stable security definer set search_path = public
  begin atomic
    select u.email, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)
    from users u
    where u.id = person and app_company() is not null and (
      exists (select 1 from interactions i where i.company_id = app_company() and i.user_id = person)
      or exists (select 1 from audit_events e where e.stream = app_company() and e.actor_type = 'user'
        and e.actor_id = person)
    );
  end;

-- Name and address of a person that a record of the caller's company names; a super_admin's own row is outside its reach.
create function person_name(person integer) returns table (email text, name text)
  language sql stable set search_path = public
  begin atomic
    select case when u.is_key then 'API key' else u.email end,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)
    from users u where u.id = person
    union all
    select g.email, g.name from guest_name(person) g where not exists (select 1 from users u where u.id = person);
  end;

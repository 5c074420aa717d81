-- A Merkle log per company over its audit events (stream 0: the platform). An event's data about people and content
-- is covered by a salted commitment, so that it can be erased while the log still proves the rest.

alter table audit_heads rename to record_sizes;
-- the time of the latest event: none that follows is earlier
alter table record_sizes add column at timestamptz(3);

alter table audit_events
  -- a time that is proved has no more digits than the proof
  alter column at type timestamptz(3),
  add column salt bytea,
  -- HMAC-SHA-256 of the answer's manifest
  add column manifest bytea,
  -- the machine's clock, if it was more than a minute behind the log
  add column clock timestamptz(3);
alter table audit_events rename column hash to leaf;

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

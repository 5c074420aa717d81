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

-- All inputs of an answer, as one text that the log commits to. Content and salt may be erased; the commitment stays.
create table record_manifests (
  company_id integer not null,
  interaction_id integer not null,
  -- canonical JSON (RFC 8785); null, with its salt: erased
  content text,
  salt bytea,
  commitment bytea not null check (length(commitment) = 32),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, interaction_id),
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  check ((content is null) = (salt is null))
);
call fence('record_manifests');
create trigger record_manifests_append_only before update or delete on record_manifests
  for each row execute function refuse_change();
create trigger record_manifests_no_truncate before truncate on record_manifests
  for each statement execute function refuse_change();

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

-- Sources and claims come with their answer: none is added to one that is finished.
create function belong_to_pending_answer() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from interactions i
    where i.company_id = new.company_id and i.id = new.interaction_id and i.outcome = 'pending'
  ) then
    raise exception 'nothing is added to a finished answer' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger interaction_sources_with_answer before insert on interaction_sources
  for each row execute function belong_to_pending_answer();
create trigger claims_with_answer before insert on claims
  for each row execute function belong_to_pending_answer();

-- What is made from a file can be made again: each segment says its format and what its bytes were, and a version whose
-- derived data is old, damaged or missing waits here to be read again. Old answers keep what they were made from.

alter table segments add column format smallint not null default 0, add column digest bytea;
-- the bytes stay as they are
alter table segments no force row level security;
alter table segments disable trigger segments_none_changed;
update segments set digest = sha256(bytes),
  format = case when octet_length(bytes) > 3 then get_byte(bytes, 3) else 0 end;
alter table segments enable trigger segments_none_changed;
alter table segments force row level security;
alter table segments alter column digest set not null;

create table renewals (
  company_id integer not null,
  version_id integer not null,
  reason text not null check (reason in ('old', 'damaged', 'missing', 'asked')),
  since timestamptz not null,
  -- why it could not be read again; null: it waits or is being read
  failure text,
  primary key (company_id, version_id),
  foreign key (company_id, version_id) references document_versions (company_id, id) on delete cascade
);
call fence('renewals');

-- What was read stays, except while its version waits here: a row is written with its reason, and its end with an event.
create or replace function keep_what_was_read() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from (select distinct company_id, version_id from touched) t
    join document_versions v on v.company_id = t.company_id and v.id = t.version_id
    where v.status = 'ready' and v.ocr <> 'waiting' and (v.erased_at is null or tg_op <> 'DELETE')
      and not exists (select 1 from renewals r where r.company_id = v.company_id and r.version_id = v.id)
  ) then
    raise exception 'what was read of a document stays as it is' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create or replace function keep_version_read() returns trigger language plpgsql as $$
begin
  if old.status = 'ready' and (new.status <> 'ready' or (new.ocr = 'waiting' and old.ocr <> 'waiting'
    and not exists (select 1 from renewals r where r.company_id = new.company_id and r.version_id = new.id))) then
    raise exception 'a document that was read is not read again' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

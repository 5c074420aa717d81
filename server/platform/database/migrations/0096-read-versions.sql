-- The text read from an answering version stays: its pages, passages and index change only while it is being read, or
-- while OCR has pages left to read.
create function keep_what_was_read() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from (select distinct company_id, version_id from touched) t
    join document_versions v on v.company_id = t.company_id and v.id = t.version_id
    where v.status = 'ready' and v.ocr <> 'waiting'
  ) then
    raise exception 'what was read of a document stays as it is' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger pages_none_added after insert on pages referencing new table as touched
  for each statement execute function keep_what_was_read();
create trigger pages_none_removed after delete on pages referencing old table as touched
  for each statement execute function keep_what_was_read();
create trigger passages_none_added after insert on passages referencing new table as touched
  for each statement execute function keep_what_was_read();
create trigger passages_none_removed after delete on passages referencing old table as touched
  for each statement execute function keep_what_was_read();
create trigger segments_none_added after insert on segments referencing new table as touched
  for each statement execute function keep_what_was_read();
create trigger segments_none_changed after update on segments referencing new table as touched
  for each statement execute function keep_what_was_read();

-- A version that was read is not reopened.
create function keep_version_read() returns trigger language plpgsql as $$
begin
  if old.status = 'ready' and (new.status <> 'ready' or (new.ocr = 'waiting' and old.ocr <> 'waiting')) then
    raise exception 'a document that was read is not read again' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger document_versions_keep_read before update on document_versions
  for each row execute function keep_version_read();

-- A document's tags have a version as rows of their own have (0220): raised by each group that is written.
alter table documents add column version integer not null default 1, add column changed_in jsonb not null default '{}';

create function raise_version_of_tags() returns trigger language plpgsql as $$
begin
  update documents d set version = d.version + 1, changed_in = d.changed_in || changed_now(c.fields, d.version + 1)
    from (select company_id, document_id, array_agg(distinct category || '_tags') fields from changed group by 1, 2) c
    where d.company_id = c.company_id and d.id = c.document_id;
  return null;
end $$;

create trigger raise_version_when_added after insert on document_tags referencing new table as changed
  for each statement execute function raise_version_of_tags();
create trigger raise_version_when_removed after delete on document_tags referencing old table as changed
  for each statement execute function raise_version_of_tags();

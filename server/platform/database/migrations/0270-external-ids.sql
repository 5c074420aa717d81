-- The name by which another system knows a document: a path, the key of a bucket, an address.
alter table documents add external_id text;
create unique index documents_external_id on documents (company_id, theme_id, external_id)
  where deleted_at is null and external_id is not null;

-- Crops of PDF pages around cited words, drawn once: the same words of a version cited again have the same picture.
create table citation_pictures (
  company_id integer not null,
  version_id integer not null,
  page_index integer not null,
  -- SHA-256 of the words
  words_hash bytea not null,
  -- a PNG among the stored files; null where the page could not be drawn or does not hold the words
  file_key text,
  created_at timestamptz not null,
  primary key (company_id, version_id, page_index, words_hash),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
create index citation_pictures_file on citation_pictures (file_key);
call fence('citation_pictures');

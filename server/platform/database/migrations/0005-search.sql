-- What is made from a file can be made again: segments of the search index, vectors, and the records of an OpenSearch.
-- Old answers keep what they were made from.

-- One immutable index segment per version (engine/index/segment.ts).
create table segments (
  company_id integer not null,
  version_id integer not null,
  bytes bytea not null,
  -- counts how often the segment was made: an index in memory drops an earlier one
  revision integer not null default 0,
  -- of `bytes`, and their SHA-256
  format smallint not null default 0,
  digest bytea not null,
  primary key (company_id, version_id),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
call fence('segments');
create trigger segments_none_added after insert on segments referencing new table as touched
  for each statement execute function keep_what_was_read();
create trigger segments_none_changed after update on segments referencing new table as touched
  for each statement execute function keep_what_was_read();

-- One block of vectors per version and embedding model: passages x dimensions, 32-bit floats, little endian, unit length.
create table vectors (
  company_id integer not null,
  version_id integer not null,
  model text not null,
  dimensions integer not null,
  bytes bytea not null,
  -- stored as they arrive, so that a restart resumes where it stopped; only complete ones are searched
  is_whole boolean not null,
  -- a changed bit shows only by it
  digest bytea,
  primary key (company_id, version_id, model),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
call fence('vectors');

-- What an OpenSearch holds (SEARCH_URL): which index answers, and which versions are in it. PostgreSQL decides; an index is
-- made again from the segments here.
create table search_indexes (
  id integer generated always as identity primary key,
  -- what the names of the installation's indexes begin with (SEARCH_URL)
  prefix text not null,
  -- what its records look like; a program searches indexes of its own form only
  form text not null,
  name text not null generated always as (prefix || '-' || form || '-' || id) stored,
  state text not null check (state in ('filling', 'answering')),
  since timestamptz not null
);
create unique index search_indexes_answering on search_indexes (prefix, form) where state = 'answering';
create unique index search_indexes_filling on search_indexes (prefix, form) where state = 'filling';
call fence_platform('search_indexes');
-- names of indexes are nobody's secret, and a company's questions and jobs must know them
create policy read_by_all on search_indexes for select using (true);

create table search_units (
  company_id integer not null references companies (id),
  index_id integer not null references search_indexes (id) on delete cascade,
  -- without a reference: the records of an erased version must still be removed
  version_id integer not null,
  theme_id integer not null,
  revision integer not null,
  passages integer not null,
  -- false: being written or removed, so nobody knows which records are there
  is_written boolean not null,
  primary key (company_id, index_id, version_id)
);
create index search_units_themes on search_units (company_id, index_id, theme_id);
call fence('search_units');

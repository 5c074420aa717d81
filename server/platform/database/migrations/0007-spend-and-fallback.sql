-- Spend on model calls, and fallbacks when they fail.

-- Tokens reserved and spent by a company on a day (UTC): the one row on which the daily limit is decided.
create table usage_days (
  company_id integer not null references companies (id),
  day date not null,
  tokens bigint not null default 0,
  primary key (company_id, day)
);
call fence('usage_days');

alter table usage_entries add purpose text not null default 'answer'
  check (purpose in ('answer', 'follow-up', 'second-look', 'embedding'));
create index usage_entries_open on usage_entries (created_at) where settled_at is null;

-- What answers when the theme's model cannot: nothing, quotes from the documents, or the other model.
alter table themes add fallback text not null default 'none'
  check (fallback in ('none', 'quotes', 'other-model'));

-- Said with the answer when not the theme's own model wrote it.
alter table interactions add fallback text;

-- One block of vectors per version and embedding model: passages x dimensions, 32-bit floats, little endian, unit length.
create table vectors (
  company_id integer not null,
  version_id integer not null,
  model text not null,
  dimensions integer not null,
  bytes bytea not null,
  primary key (company_id, version_id, model),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
call fence('vectors');

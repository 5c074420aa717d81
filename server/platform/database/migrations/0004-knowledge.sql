-- A company's knowledge: themes, documents with their versions, and the text read from them.

create table themes (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  workspace_id integer not null,
  name text not null,
  purpose text not null default '',
  guiding_instructions text not null default '',
  model_type text not null default 'smart' check (model_type in ('smart', 'smarter')),
  is_active boolean not null default true,
  require_sign_off boolean not null default false,
  distribution_partner_tags text[] not null default '{}',
  product_tags text[] not null default '{}',
  topic_tags text[] not null default '{}',
  state_tags text[] not null default '{}',
  -- counts every change of what a question may find; an index in memory is fresh when it carries the same number
  content_version bigint not null default 1,
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- what answers when the theme's model cannot: nothing, quotes from the documents, or the other model
  fallback text not null default 'none' check (fallback in ('none', 'quotes', 'other-model')),
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  -- changes wait until a person has seen what they do to the theme's test set: approved answers, and questions rated good
  require_approval boolean not null default false,
  -- settings that wait: the fields of `HeldChange`
  held_change jsonb,
  primary key (company_id, id),
  foreign key (company_id, workspace_id) references workspaces (company_id, id)
);
create unique index themes_id on themes (id);
create index themes_workspace on themes (company_id, workspace_id);
call fence('themes');
call versioned('themes', 'name', 'purpose', 'guiding_instructions', 'model_type', 'is_active', 'require_sign_off',
  'require_approval', 'fallback', 'workspace_id', 'distribution_partner_tags', 'product_tags', 'topic_tags',
  'state_tags');

create table theme_agents (
  company_id integer not null,
  theme_id integer not null,
  user_id integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, theme_id, user_id),
  foreign key (company_id, theme_id) references themes (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index theme_agents_user on theme_agents (company_id, user_id);
call fence('theme_agents');

create table theme_workspaces (
  company_id integer not null,
  theme_id integer not null,
  workspace_id integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, theme_id, workspace_id),
  foreign key (company_id, theme_id) references themes (company_id, id),
  foreign key (company_id, workspace_id) references workspaces (company_id, id)
);
create index theme_workspaces_workspace on theme_workspaces (company_id, workspace_id);
call fence('theme_workspaces');

create table documents (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  theme_id integer not null,
  name text not null,
  -- the version that answers; the newest upload may still be being read
  current_version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- the name by which another system knows a document: a path, the key of a bucket, an address
  external_id text,
  -- of the document's tags: raised by each group that is written
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id)
);
create unique index documents_id on documents (id);
create index documents_theme on documents (company_id, theme_id, created_at desc) where deleted_at is null;
create unique index documents_external_id on documents (company_id, theme_id, external_id)
  where deleted_at is null and external_id is not null;
call fence('documents');

create table document_versions (
  company_id integer not null,
  id integer generated always as identity,
  document_id integer not null,
  version integer not null,
  file_key text not null,
  file_type text not null,
  file_size integer not null,
  sha256 text not null,
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed')),
  status_reason text,
  attempts integer not null default 0,
  title text,
  pages integer,
  pages_without_text integer[] not null default '{}',
  words integer not null default 0,
  tables integer not null default 0,
  passages integer not null default 0,
  language text,
  warnings jsonb not null default '[]',
  duration_ms integer,
  uploaded_by integer references users (id),
  uploaded_at timestamptz not null default now(),
  ready_at timestamptz,
  signed_off_by integer references users (id),
  signed_off_at timestamptz,
  ocr text not null default 'none' check (ocr in ('none', 'waiting', 'done')),
  -- pages that are pictures: those that OCR is to read, what it has read so far (text by page from 1), and since when a
  -- process has been working on them
  ocr_pages integer[] not null default '{}',
  ocr_texts jsonb not null default '{}',
  ocr_claimed_at timestamptz,
  pages_by_ocr integer[] not null default '{}',
  erased_at timestamptz,
  -- read, and not released by a person: it does not answer
  is_held boolean not null default false,
  released_at timestamptz,
  primary key (company_id, id),
  unique (company_id, document_id, version),
  foreign key (company_id, document_id) references documents (company_id, id)
);
create unique index document_versions_id on document_versions (id);
create index document_versions_processing on document_versions (uploaded_at) where status = 'processing';
create index document_versions_ocr on document_versions (id) where ocr = 'waiting';
-- Versions found by their bytes (the same file again in a theme) and by their stored file (the sweep of broken uploads).
create index document_versions_sha on document_versions (company_id, sha256);
create index document_versions_file on document_versions (file_key);
call fence('document_versions');

create table pages (
  company_id integer not null,
  version_id integer not null,
  page_index integer not null,
  number integer,
  label text,
  text text not null,
  primary key (company_id, version_id, page_index),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
call fence('pages');

create table passages (
  company_id integer not null,
  version_id integer not null,
  ordinal integer not null,
  text text not null,
  section text not null default '',
  page_from integer not null,
  page_to integer not null,
  start_offset integer not null,
  end_offset integer not null,
  by_ocr boolean not null default false,
  primary key (company_id, version_id, ordinal),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
call fence('passages');

create table document_tags (
  company_id integer not null,
  document_id integer not null,
  category text not null check (category in ('distribution_partner', 'product', 'topic', 'state')),
  tag text not null,
  position integer not null default 0,
  primary key (company_id, document_id, category, tag),
  foreign key (company_id, document_id) references documents (company_id, id)
);
create index document_tags_tag on document_tags (company_id, category, tag);
call fence('document_tags');

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

-- Versions whose derived data is old, damaged or missing wait here to be read again.
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

-- The text read from an answering version stays: its pages, passages and index change only while it is being read, while
-- OCR has pages left to read, or while the version waits in `renewals`, where a row is written with its reason, and its
-- end with an event. Those of an erased version go with it.
create function keep_what_was_read() returns trigger language plpgsql as $$
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
create trigger pages_none_added after insert on pages referencing new table as touched
  for each statement execute function keep_what_was_read();
create trigger pages_none_removed after delete on pages referencing old table as touched
  for each statement execute function keep_what_was_read();
create trigger passages_none_added after insert on passages referencing new table as touched
  for each statement execute function keep_what_was_read();
create trigger passages_none_removed after delete on passages referencing old table as touched
  for each statement execute function keep_what_was_read();

-- A version that was read is not reopened, except by `renewals`.
create function keep_version_read() returns trigger language plpgsql as $$
begin
  if old.status = 'ready' and (new.status <> 'ready' or (new.ocr = 'waiting' and old.ocr <> 'waiting'
    and not exists (select 1 from renewals r where r.company_id = new.company_id and r.version_id = new.id))) then
    raise exception 'a document that was read is not read again' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger document_versions_keep_read before update on document_versions
  for each row execute function keep_version_read();

-- SHA-256 over everything a version can be quoted from, so that the event that it was read commits to its text.
create function hash_of_text(company integer, version integer) returns text language sql stable parallel safe
  set search_path from current
  return encode(sha256(convert_to(concat(
    (select string_agg(json_build_array(page_index, number, label, text)::text, chr(30) order by page_index)
      from pages p where p.company_id = company and p.version_id = version),
    chr(29),
    (select string_agg(json_build_array(ordinal, section, page_from, page_to, start_offset, end_offset, text)::text,
        chr(30) order by ordinal)
      from passages p where p.company_id = company and p.version_id = version)), 'UTF8')), 'hex');

-- Whether the words of a citation stand in the version that answers for its document.
create function stands_in(company integer, version integer, quote text) returns boolean language sql stable
  return exists (
    select 1 from passages p where p.company_id = company and p.version_id = version
      and strpos(regexp_replace(p.text, '\s+', ' ', 'g'), trim(regexp_replace(quote, '\s+', ' ', 'g'))) > 0);

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
  primary key (company_id, id),
  foreign key (company_id, workspace_id) references workspaces (company_id, id)
);
create unique index themes_id on themes (id);
create index themes_workspace on themes (company_id, workspace_id);
call fence('themes');

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
  primary key (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id)
);
create unique index documents_id on documents (id);
create index documents_theme on documents (company_id, theme_id, created_at desc) where deleted_at is null;
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
  primary key (company_id, id),
  unique (company_id, document_id, version),
  foreign key (company_id, document_id) references documents (company_id, id)
);
create unique index document_versions_id on document_versions (id);
create index document_versions_processing on document_versions (uploaded_at) where status = 'processing';
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
  primary key (company_id, version_id, ordinal),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
call fence('passages');

-- One immutable index segment per version (server/retrieval/segment.ts).
create table segments (
  company_id integer not null,
  version_id integer not null,
  bytes bytea not null,
  primary key (company_id, version_id),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
call fence('segments');

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

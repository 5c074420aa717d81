-- A theme whose changes wait until a person has seen what they do to its test set: approved answers, and questions rated good.
alter table themes
  add column require_approval boolean not null default false,
  -- settings that wait: the fields of `HeldChange`
  add column held_change jsonb;
drop trigger raise_version on themes;
create trigger raise_version before update of name, purpose, guiding_instructions, model_type, is_active, require_sign_off,
  require_approval, fallback, workspace_id, distribution_partner_tags, product_tags, topic_tags, state_tags
  on themes for each row execute function raise_version('name', 'purpose', 'guiding_instructions', 'model_type', 'is_active',
    'require_sign_off', 'require_approval', 'fallback', 'workspace_id', 'distribution_partner_tags', 'product_tags',
    'topic_tags', 'state_tags');

alter table document_versions
  -- read, and not released by a person: it does not answer
  add column is_held boolean not null default false,
  add column released_at timestamptz;

-- A version that is held does not end the one before it.
create or replace function version_end(company integer, version_id integer) returns timestamptz language sql stable
  return (
    select least(d.deleted_at, t.deleted_at, (
      select min(greatest(w.ready_at, w.released_at, case when t.require_sign_off then w.signed_off_at end))
      from document_versions w
      where w.company_id = v.company_id and w.document_id = v.document_id and w.version > v.version
        and w.status = 'ready' and not w.is_held and (not t.require_sign_off or w.signed_off_at is not null)))
    from document_versions v
      join documents d on d.company_id = v.company_id and d.id = v.document_id
      join themes t on t.company_id = d.company_id and t.id = d.theme_id
    where v.company_id = company and v.id = version_id);

-- A change of a theme, asked the theme's test set: before it and with it.
create table test_runs (
  company_id integer not null,
  id integer generated always as identity,
  theme_id integer not null,
  kind text not null check (kind in ('document', 'settings')),
  -- of a document: its version that answered before, if any, and the new one
  document_id integer,
  version_before integer,
  version_after integer,
  -- of settings: the changed ones
  settings_before jsonb not null default '{}',
  settings_after jsonb not null default '{}',
  -- which versions answer on either side, where that is not as today: [{"documentId", "versionId"}]
  contents_before jsonb not null default '[]',
  contents_after jsonb not null default '[]',
  -- the test set
  approved_ids integer[] not null,
  interaction_ids integer[] not null,
  -- questions asked so far, of approved_ids then interaction_ids
  asked integer not null default 0,
  -- the change waits for a person
  is_held boolean not null,
  -- seen: its changes are known to a person; superseded: a later change took its place
  state text not null check (state in ('running', 'finished', 'used', 'kept', 'seen', 'superseded')),
  created_at timestamptz not null,
  -- until then, other documents that answer at once are tried with it
  started_at timestamptz,
  finished_at timestamptz,
  decided_by integer references users (id),
  decided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id),
  foreign key (company_id, document_id) references documents (company_id, id),
  foreign key (company_id, version_before) references document_versions (company_id, id),
  foreign key (company_id, version_after) references document_versions (company_id, id),
  check ((decided_by is null) = (decided_at is null)),
  check ((kind = 'document') = (version_after is not null))
);
create unique index test_runs_id on test_runs (id);
create index test_runs_theme on test_runs (company_id, theme_id, id);
create index test_runs_open on test_runs (company_id) where state in ('running', 'finished');
call fence('test_runs');

-- The questions of a test run whose answers differ.
create table test_run_changes (
  company_id integer not null,
  test_run_id integer not null,
  -- its place in the test set
  place integer not null,
  approved_answer_id integer,
  interaction_id integer,
  kind text not null check (kind in ('broken', 'failed', 'changed', 'fixed')),
  -- {"outcome", "text", "page", "isRight"}
  before jsonb not null,
  after jsonb not null,
  version_before integer,
  version_after integer,
  primary key (company_id, test_run_id, place),
  foreign key (company_id, test_run_id) references test_runs (company_id, id),
  foreign key (company_id, approved_answer_id) references approved_answers (company_id, id),
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  check ((approved_answer_id is null) <> (interaction_id is null))
);
create index test_run_changes_interaction on test_run_changes (company_id, interaction_id);
call fence('test_run_changes');

-- What a test run quotes goes with the question, and with the version that it quotes.
do $$
begin
  execute replace(pg_get_functiondef('erase_answers(integer, integer[])'::regprocedure),
    'delete from review_cases where',
    'delete from test_run_changes where company_id = company and interaction_id = any (gone);
  delete from review_cases where');
  execute replace(pg_get_functiondef('erase_versions(integer, integer[])'::regprocedure),
    'delete from approved_citations k where',
    'delete from test_run_changes k where k.company_id = company
    and (k.version_before = any (gone) or k.version_after = any (gone));
  delete from approved_citations k where');
end $$;

-- Questions and answers. An answer is never rewritten.

create table interactions (
  company_id integer not null,
  id integer generated always as identity,
  theme_id integer not null,
  user_id integer not null references users (id),
  user_role text not null,
  session_id text not null,
  question text not null,
  answer text not null default '',
  mode text not null check (mode in ('model', 'extractive', 'approved')),
  model text,
  outcome text not null default 'pending' check (outcome in ('pending', 'answered', 'abstained', 'failed')),
  reason text,
  selected_tags jsonb not null default '{}',
  prompt_version text,
  input_tokens integer,
  output_tokens integer,
  retrieval_ms real,
  first_token_ms real,
  total_ms real,
  claims_checked integer not null default 0,
  claims_supported integer not null default 0,
  claims_unsupported integer not null default 0,
  -- the latest rating; ratings keeps every one with its author
  rating text check (rating in ('good', 'bad')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id)
);
create unique index interactions_id on interactions (id);
create index interactions_company_time on interactions (company_id, created_at desc);
create index interactions_theme_time on interactions (company_id, theme_id, created_at desc);
create index interactions_user_time on interactions (user_id, created_at desc);
create index interactions_session on interactions (user_id, session_id, id);
create index interactions_pending on interactions (created_at) where outcome = 'pending';
call fence('interactions');

-- A finished answer keeps its words; only its rating may change.
create function keep_answer() returns trigger language plpgsql as $$
begin
  if old.outcome <> 'pending' and (
    new.question, new.answer, new.outcome, new.mode, new.model, new.user_id, new.theme_id, new.created_at
  ) is distinct from (
    old.question, old.answer, old.outcome, old.mode, old.model, old.user_id, old.theme_id, old.created_at
  ) then
    raise exception 'a finished answer is never rewritten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger interactions_keep_answer before update on interactions for each row execute function keep_answer();

create table interaction_sources (
  company_id integer not null,
  interaction_id integer not null,
  rank integer not null,
  -- the footnote mark; null for a passage that was found but not cited
  marker integer,
  score real not null,
  document_id integer not null,
  document_name text not null,
  version_id integer not null,
  version integer not null,
  passage_ordinal integer not null,
  passage_text text not null,
  section text not null default '',
  page_number integer,
  page_index integer not null,
  quote text not null default '',
  primary key (company_id, interaction_id, rank),
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  foreign key (company_id, document_id) references documents (company_id, id),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
create index interaction_sources_document on interaction_sources (company_id, document_id);
call fence('interaction_sources');

create table claims (
  company_id integer not null,
  interaction_id integer not null,
  ordinal integer not null,
  start_offset integer not null,
  end_offset integer not null,
  markers integer[] not null default '{}',
  verdict text not null check (verdict in ('supported', 'partly', 'unsupported')),
  primary key (company_id, interaction_id, ordinal),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
call fence('claims');

create table ratings (
  company_id integer not null,
  id integer generated always as identity,
  interaction_id integer not null,
  user_id integer not null references users (id),
  rating text not null check (rating in ('good', 'bad')),
  feedback text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
create index ratings_interaction on ratings (company_id, interaction_id);
call fence('ratings');

create table reviews (
  company_id integer not null,
  id integer generated always as identity,
  interaction_id integer not null,
  reviewer_id integer not null references users (id),
  verdict text not null check (verdict in ('correct', 'incomplete', 'wrong', 'source_wrong')),
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
create index reviews_interaction on reviews (company_id, interaction_id);
call fence('reviews');

-- Tokens reserved before and settled after each call to a provider.
create table usage_entries (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  interaction_id integer,
  provider text not null,
  model text not null,
  reserved_tokens integer not null,
  input_tokens integer,
  output_tokens integer,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index usage_entries_day on usage_entries (company_id, created_at);
call fence('usage_entries');

-- Name and address of a person that a record of the caller's company names; a super_admin's own row is outside its reach.
create function person_name(person integer) returns table (email text, name text)
  language sql stable security definer set search_path = public
  begin atomic
    select u.email, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) from users u where u.id = person;
  end;

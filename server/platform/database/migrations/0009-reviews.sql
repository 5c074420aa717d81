-- What people make of answers: the review desk, approved answers, questions to experts and test runs.

-- Rules that send answers to the review desk. Without a row: those rated bad or with an unsupported sentence.
create table review_rules (
  company_id integer primary key references companies (id),
  bad_rating boolean not null default true,
  unsupported boolean not null default true,
  abstained boolean not null default false,
  sample_percent integer not null default 0 check (sample_percent between 0 and 100),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  changed_in jsonb not null default '{}'
);
call fence('review_rules');
call versioned('review_rules', 'bad_rating', 'unsupported', 'abstained', 'sample_percent');

-- An interaction on the review desk: its reasons, its assignee, and its current verdict.
create table review_cases (
  company_id integer not null,
  interaction_id integer not null,
  reasons text[] not null check (reasons <@ array['bad_rating', 'unsupported', 'abstained', 'sample', 'requested']),
  status text not null default 'open' check (status in ('open', 'second_opinion', 'disagreement', 'done')),
  assignee_id integer references users (id),
  verdict text check (verdict in ('correct', 'incomplete', 'wrong', 'source_wrong')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (company_id, interaction_id),
  foreign key (company_id, interaction_id) references interactions (company_id, id) on delete cascade,
  check (status <> 'done' or (verdict is not null and closed_at is not null))
);
create index review_cases_status on review_cases (company_id, status, opened_at desc);
create index review_cases_closed on review_cases (company_id, closed_at) where closed_at is not null;
call fence('review_cases');

create table reviews (
  company_id integer not null,
  id integer generated always as identity,
  interaction_id integer not null,
  reviewer_id integer not null references users (id),
  verdict text not null check (verdict in ('correct', 'incomplete', 'wrong', 'source_wrong')),
  note text not null default '',
  created_at timestamptz not null default now(),
  -- first: the first look; second: by somebody else, on request; decision: by a third person where the two disagree;
  -- revision: a later look at a finished case
  kind text not null default 'first' check (kind in ('first', 'second', 'decision', 'revision')),
  -- what the asker is shown beside the recorded answer, which is never changed
  corrected_answer text not null default '',
  -- of a second opinion: whether it is that of the first
  agrees boolean,
  primary key (company_id, id),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
create index reviews_interaction on reviews (company_id, interaction_id);
create unique index reviews_one_each on reviews (company_id, interaction_id, kind) where kind <> 'revision';
call fence('reviews');

-- In the transaction that finishes or rates an answer, so that none is missed, whichever code writes it.
create function queue_for_review() returns trigger language plpgsql as $$
declare
  rules review_rules;
  found_reasons text[] := '{}';
begin
  select * into rules from review_rules where company_id = new.company_id;
  if new.rating = 'bad' and old.rating is distinct from 'bad' and coalesce(rules.bad_rating, true) then
    found_reasons := found_reasons || 'bad_rating'::text;
  end if;
  if old.outcome = 'pending' then
    if new.outcome = 'answered' and new.claims_unsupported > 0 and coalesce(rules.unsupported, true) then
      found_reasons := found_reasons || 'unsupported'::text;
    end if;
    if new.outcome = 'abstained' and coalesce(rules.abstained, false) then
      found_reasons := found_reasons || 'abstained'::text;
    end if;
    if new.outcome <> 'failed' and random() * 100 < coalesce(rules.sample_percent, 0) then
      found_reasons := found_reasons || 'sample'::text;
    end if;
  end if;
  if found_reasons = '{}' then return null; end if;
  insert into review_cases as c (company_id, interaction_id, reasons, opened_at)
    values (new.company_id, new.id, found_reasons, coalesce(new.finished_at, now()))
    on conflict (company_id, interaction_id) do update set
      reasons = (select array_agg(distinct reason) from unnest(c.reasons || excluded.reasons) reason),
      -- a new reason opens a finished case again; the verdict stands until there is another
      status = case when c.status = 'done' and not excluded.reasons <@ c.reasons then 'open' else c.status end;
  return null;
end $$;
create trigger interactions_queue_for_review after update on interactions for each row
  when (new.outcome <> 'pending' and (old.outcome = 'pending' or new.rating is distinct from old.rating))
  execute function queue_for_review();

-- Answers that a person approved, bound to the passages they cite: they answer the next person who asks the same, and only
-- while these passages stand in the versions that answer.
create table approved_answers (
  company_id integer not null,
  id integer generated always as identity,
  theme_id integer not null,
  question text not null check (question <> ''),
  -- further ways of asking it
  other_questions text[] not null default '{}',
  -- markdown with marks '[1]'
  answer text not null check (answer <> ''),
  -- sentences with their marks and verdicts, as of an answer
  claims jsonb not null,
  -- over documents and quotes of its citations: they change as one
  citations_sha256 text not null,
  -- as those chosen with a question
  selected_tags jsonb not null default '{}',
  -- proposed: nobody has approved it; suspended: its words no longer stand, or a person stopped it; retired: ended by one
  state text not null check (state in ('proposed', 'active', 'suspended', 'retired')),
  -- why it is suspended or retired
  reason text not null default '',
  owner_id integer not null references users (id),
  author_id integer not null references users (id),
  approver_id integer references users (id),
  approved_at timestamptz,
  review_on date,
  -- the answer whose review it comes from
  interaction_id integer,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id),
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  check ((approver_id is null) = (approved_at is null)),
  check (state <> 'active' or approver_id is not null)
);
create unique index approved_answers_id on approved_answers (id);
create index approved_answers_active on approved_answers (company_id, theme_id) where state = 'active';
call fence('approved_answers');
call versioned('approved_answers', 'question', 'other_questions', 'answer', 'citations_sha256=citations',
  'selected_tags=tags', 'owner_id', 'review_on', 'state');

-- The words that an approved answer rests on, as they stood when it was approved.
create table approved_citations (
  company_id integer not null,
  approved_answer_id integer not null,
  -- the footnote mark
  marker integer not null check (marker > 0),
  document_id integer not null,
  document_name text not null,
  version_id integer not null,
  version integer not null,
  passage_ordinal integer not null,
  passage_text text not null,
  section text not null,
  page_number integer,
  page_index integer not null,
  quote text not null check (quote <> ''),
  -- SHA-256 of the quote, in hex
  quote_sha256 text not null,
  primary key (company_id, approved_answer_id, marker),
  foreign key (company_id, approved_answer_id) references approved_answers (company_id, id) on delete cascade,
  foreign key (company_id, document_id) references documents (company_id, id),
  foreign key (company_id, version_id) references document_versions (company_id, id)
);
create index approved_citations_version on approved_citations (company_id, version_id);
call fence('approved_citations');

-- Which approved answer answered a question, or was offered beside its answer.
create table approved_uses (
  company_id integer not null,
  interaction_id integer not null,
  approved_answer_id integer not null,
  is_answer boolean not null,
  -- the version of the approved answer, and who had approved it when
  version integer not null,
  approver_id integer not null references users (id),
  approved_at timestamptz not null,
  primary key (company_id, interaction_id, approved_answer_id),
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  foreign key (company_id, approved_answer_id) references approved_answers (company_id, id)
);
create index approved_uses_answer on approved_uses (company_id, approved_answer_id);
call fence('approved_uses');
create trigger approved_uses_with_answer before insert on approved_uses
  for each row execute function belong_to_pending_answer();

-- Without a row, who writes an answer may approve it.
create table approval_rules (
  company_id integer primary key references companies (id),
  other_approver boolean not null default false,
  updated_at timestamptz not null,
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  -- saved by an approved answer for the person who would have answered, as the company estimates it; null: not estimated
  saved_minutes integer check (saved_minutes between 1 and 600)
);
call fence('approval_rules');
call versioned('approval_rules', 'other_approver', 'saved_minutes');

-- Declined questions that somebody has dealt with: an approved answer answers them now, or the documents do.
create table declined_closings (
  company_id integer not null,
  interaction_id integer not null,
  closed_by integer not null references users (id),
  closed_at timestamptz not null,
  -- null: closed by hand
  approved_answer_id integer,
  primary key (company_id, interaction_id),
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  foreign key (company_id, approved_answer_id) references approved_answers (company_id, id)
);
call fence('declined_closings');

-- A question that a named person was asked to answer. Their answer is a proposal: an administrator gives it its sources.
create table expert_requests (
  company_id integer not null,
  id integer generated always as identity,
  interaction_id integer not null,
  expert_id integer not null references users (id),
  asked_by integer not null references users (id),
  note text not null,
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  check ((answer is null) = (answered_at is null))
);
create unique index expert_requests_id on expert_requests (id);
create index expert_requests_interaction on expert_requests (company_id, interaction_id);
create index expert_requests_expert on expert_requests (expert_id);
call fence('expert_requests');

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

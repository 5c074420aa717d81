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
  -- said with the answer when another than the theme's own model wrote it
  fallback text,
  -- providers redirect one name to another: `model` is the one that answered
  asked_provider text,
  asked_model text,
  system_fingerprint text,
  -- the call's parameters: longest reply, temperature, effort
  parameters jsonb,
  -- the model's unsupported sentences, which are not part of the answer
  removed_sentences jsonb not null default '[]',
  -- for whom a program asked, in the program's own words
  end_user text,
  erased_at timestamptz,
  -- the call ended early, and its provider did not count it
  tokens_estimated boolean not null default false,
  -- the client, by its id at the provider, that asked with the person's token; null: the person's own screen, or a key
  asked_through text,
  primary key (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id)
);
create unique index interactions_id on interactions (id);
create index interactions_theme_time on interactions (company_id, theme_id, created_at desc);
create index interactions_user_time on interactions (user_id, created_at desc);
create index interactions_session on interactions (user_id, session_id, id);
create index interactions_pending on interactions (created_at) where outcome = 'pending';
create index interactions_company_time on interactions (company_id, created_at desc, id desc)
  include (theme_id, user_id, outcome, rating, mode) where outcome <> 'pending';
create index interactions_time on interactions (created_at desc, id desc) where outcome <> 'pending';
create index interactions_declined on interactions (company_id, theme_id, id) where outcome = 'abstained';
-- Answers that showed two documents which state different figures for the same thing, for the desk.
create index interactions_disagreeing on interactions (company_id, theme_id, id)
  where reason like '%Your documents disagree: compare [%';
call fence('interactions');

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
  -- the answering words of a quoted paragraph: offsets in `quote`, best first; empty if all of the quote answers
  answering jsonb not null default '[]',
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
  -- unchecked: the check was ended at its deadline; partly: the earlier name of open, which records keep
  verdict text not null
    check (verdict in ('supported', 'open', 'contradicted', 'unsupported', 'unchecked', 'partly')),
  -- words of its source that limit the sentence and that it leaves out, and whether it applies a figure of its question
  condition text,
  is_applied boolean check (is_applied),
  primary key (company_id, interaction_id, ordinal),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
call fence('claims');

create table ratings (
  company_id integer not null,
  id integer generated always as identity,
  interaction_id integer not null,
  user_id integer not null references users (id),
  -- null: the rating was withdrawn
  rating text check (rating in ('good', 'bad')),
  feedback text,
  created_at timestamptz not null default now(),
  -- the reason for a bad rating, chosen from a list; free text is in `feedback`
  reason text check (reason in ('wrong', 'incomplete', 'out_of_date', 'not_asked')),
  primary key (company_id, id),
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  constraint ratings_reason_of_bad check (reason is null or rating = 'bad')
);
create index ratings_interaction on ratings (company_id, interaction_id);
call fence('ratings');

-- A finished answer never changes, but for its latest rating, which `ratings` holds with its author, and its erasure.
create function keep_answer() returns trigger language plpgsql as $$
declare
  words constant text[] := array['erased_at', 'question', 'answer', 'reason', 'removed_sentences', 'selected_tags',
    'session_id', 'end_user'];
begin
  if old.outcome <> 'pending' then
    if old.erased_at is null and new.erased_at is not null and new.question = '' and new.answer = ''
      and to_jsonb(new) - words = to_jsonb(old) - words then
      return new;
    end if;
    if to_jsonb(new) - 'rating' is distinct from to_jsonb(old) - 'rating' then
      raise exception 'a finished answer is never rewritten' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $$;
create trigger interactions_keep_answer before update on interactions for each row execute function keep_answer();

-- Sources and claims come with their answer: none is added to one that is finished.
create function belong_to_pending_answer() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from interactions i
    where i.company_id = new.company_id and i.id = new.interaction_id and i.outcome = 'pending'
  ) then
    raise exception 'nothing is added to a finished answer' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger interaction_sources_with_answer before insert on interaction_sources
  for each row execute function belong_to_pending_answer();
create trigger claims_with_answer before insert on claims
  for each row execute function belong_to_pending_answer();

-- What a person keeps about a chat of theirs: its name, and that it stays on top. A chat is known by its first question
-- that is not erased; without a row it has no name and is not pinned.
create table chats (
  company_id integer not null,
  -- of the chat's first question
  interaction_id integer not null,
  user_id integer not null references users (id),
  -- the questions of the chat, with the user
  session_id text not null,
  name text not null default '',
  pinned_at timestamptz,
  updated_at timestamptz not null,
  primary key (company_id, user_id, session_id),
  foreign key (company_id, interaction_id) references interactions (company_id, id)
);
create index chats_user on chats (user_id, updated_at desc);
create index chats_interaction on chats (company_id, interaction_id);
call fence('chats');

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

-- People notified that a rule they received has changed in a later version: once for each person, passage and
-- version.
create table changed_rule_notices (
  company_id integer not null,
  document_id integer not null,
  -- the passage that was cited, and the version that reads differently
  version_id integer not null,
  passage_ordinal integer not null,
  later_version_id integer not null,
  user_id integer not null references users (id),
  told_at timestamptz not null,
  primary key (company_id, document_id, version_id, passage_ordinal, later_version_id, user_id),
  foreign key (company_id, document_id) references documents (company_id, id),
  foreign key (company_id, version_id) references document_versions (company_id, id),
  foreign key (company_id, later_version_id) references document_versions (company_id, id)
);
call fence('changed_rule_notices');

-- A file of questions that a theme answers, and that is given back with its answers.
create table questionnaires (
  company_id integer not null,
  id integer generated always as identity,
  theme_id integer not null,
  -- who uploaded it: its questions are asked as this person
  user_id integer not null references users (id),
  name text not null,
  kind text not null check (kind in ('xlsx', 'docx')),
  file_key text not null,
  file_size integer not null,
  sha256 text not null,
  -- stopped: it cannot be asked any further
  state text not null check (state in ('draft', 'running', 'finished', 'stopped')),
  reason text,
  -- where questions stand and answers go (reading/questionnaire/layout.ts)
  places jsonb not null,
  -- its questions' chat
  session_id text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, theme_id) references themes (company_id, id),
  check ((state = 'stopped') = (reason is not null))
);
create unique index questionnaires_id on questionnaires (id);
create index questionnaires_user on questionnaires (user_id, id);
create index questionnaires_theme on questionnaires (company_id, theme_id);
create index questionnaires_file on questionnaires (file_key);
call fence('questionnaires');

create table questionnaire_questions (
  company_id integer not null,
  questionnaire_id integer not null,
  -- from 1, in the order of the file
  ordinal integer not null,
  -- where it stands: a place, and a row of it
  place integer not null,
  row integer not null,
  question text not null,
  is_too_long boolean not null,
  -- an earlier question with the same words: its answer counts
  same_as integer,
  -- the recorded answer; of a failed one, the latest
  interaction_id integer,
  attempts integer not null default 0,
  review text check (review in ('accepted', 'edited', 'not_answered')),
  edited_answer text,
  reviewed_by integer references users (id),
  reviewed_at timestamptz,
  primary key (company_id, questionnaire_id, ordinal),
  foreign key (company_id, questionnaire_id) references questionnaires (company_id, id) on delete cascade,
  foreign key (company_id, interaction_id) references interactions (company_id, id),
  check ((review = 'edited') = (edited_answer is not null)),
  check ((review is null) = (reviewed_by is null) and (review is null) = (reviewed_at is null))
);
create index questionnaire_questions_interaction on questionnaire_questions (company_id, interaction_id);
call fence('questionnaire_questions');

-- What a questionnaire holds of an erased answer goes with it; the file goes with the last of them
-- (server/answering/questionnaires/erase.ts).
do $$
declare
  definition text := pg_get_functiondef('erase_answers(integer, integer[])'::regprocedure);
begin
  execute replace(definition, 'delete from review_cases where',
    'delete from questionnaire_questions q using questionnaire_questions f
    where q.company_id = company and f.company_id = company and q.questionnaire_id = f.questionnaire_id
      and f.interaction_id = any (gone) and (q.ordinal = f.ordinal or q.same_as = f.ordinal);
  delete from review_cases where');
end $$;

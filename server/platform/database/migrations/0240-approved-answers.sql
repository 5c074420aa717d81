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
  -- proposed: nobody has approved it; suspended: its words no longer stand, or a person stopped it; retired: ended by a person
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
create trigger raise_version before update of question, other_questions, answer, citations_sha256, selected_tags, owner_id, review_on, state
  on approved_answers for each row execute function raise_version('question', 'other_questions', 'answer',
    'citations_sha256=citations', 'selected_tags=tags', 'owner_id', 'review_on', 'state');

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
  changed_in jsonb not null default '{}'
);
call fence('approval_rules');
create trigger raise_version before insert or update of other_approver on approval_rules
  for each row execute function raise_version('other_approver');

-- Whether the words of a citation stand in the version that answers for its document.
create function stands_in(company integer, version integer, quote text) returns boolean language sql stable
  return exists (
    select 1 from passages p where p.company_id = company and p.version_id = version
      and strpos(regexp_replace(p.text, '\s+', ' ', 'g'), trim(regexp_replace(quote, '\s+', ' ', 'g'))) > 0);

-- A version that an approved answer rests on waits, too, until the answer is retired; then its words go with the version.
create or replace function due_versions(company integer, months integer)
  returns table (id integer, document_id integer, theme_id integer, name text, version integer, at timestamptz,
    is_held boolean, is_cited boolean)
  language sql stable begin atomic
    select v.id, v.document_id, d.theme_id, d.name, v.version, v.ended,
      exists (select 1 from holds h where h.company_id = v.company_id and h.lifted_at is null
        and (h.user_id is null or h.user_id = v.uploaded_by)
        and (h.theme_id is null or h.theme_id = d.theme_id)
        and (h.document_id is null or h.document_id = d.id)
        and meets_days(h.first_day, h.last_day, v.uploaded_at, v.ended)),
      exists (select 1 from interaction_sources s
        where s.company_id = v.company_id and s.document_id = v.document_id and s.version_id = v.id)
      or exists (select 1 from approved_citations k
        join approved_answers a on a.company_id = k.company_id and a.id = k.approved_answer_id
        where k.company_id = v.company_id and k.version_id = v.id and a.state <> 'retired')
    from (select w.*, version_end(w.company_id, w.id) as ended from document_versions w) v
      join documents d on d.company_id = v.company_id and d.id = v.document_id
    where v.company_id = company and v.erased_at is null and v.status <> 'processing'
      and v.ended < now() - make_interval(months => due_versions.months);
  end;

create or replace function erase_versions(company integer, versions integer[]) returns table (version_id integer, file_key text)
  language plpgsql security definer set search_path = public as $$
declare
  gone integer[];
begin
  perform lock_erasure(company);
  gone := array(select d.id
    from retention_periods p cross join lateral due_versions(company, p.documents) d
    where p.company_id = company and d.id = any (versions) and not d.is_held and not d.is_cited order by d.id);
  update document_versions v set erased_at = now(), title = null, warnings = '[]', status_reason = null
    where v.company_id = company and v.id = any (gone);
  return query
    select v.id, v.file_key from document_versions v where v.company_id = company and v.id = any (gone)
    union all
    select c.version_id, c.file_key from citation_pictures c
      where c.company_id = company and c.version_id = any (gone) and c.file_key is not null;
  delete from citation_pictures c where c.company_id = company and c.version_id = any (gone);
  delete from vectors x where x.company_id = company and x.version_id = any (gone);
  delete from segments s where s.company_id = company and s.version_id = any (gone);
  delete from approved_citations k where k.company_id = company and k.version_id = any (gone);
  delete from passages p where p.company_id = company and p.version_id = any (gone);
  delete from pages p where p.company_id = company and p.version_id = any (gone);
end $$;

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
create index interactions_declined on interactions (company_id, theme_id, id) where outcome = 'abstained';

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

-- What an expert was asked and wrote about an erased question goes with it.
do $$
declare
  definition text := pg_get_functiondef('erase_answers(integer, integer[])'::regprocedure);
begin
  execute replace(definition, 'delete from review_cases where',
    'delete from expert_requests where company_id = company and interaction_id = any (gone);
  delete from review_cases where');
end $$;

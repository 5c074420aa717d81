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

-- The old and new text of a notification, shown side by side.
alter table notifications add words_before text, add words_after text;

-- Whatever kind of notification is about an erased answer goes with it.
create or replace function erase_answers(company integer, answers integer[]) returns integer[]
  language plpgsql security definer set search_path = public as $$
declare
  gone integer[];
begin
  perform lock_erasure(company);
  gone := array(select d.id
    from retention_periods p cross join lateral due_answers(company, p.interactions) d
    where p.company_id = company and d.id = any (answers) and not d.is_held order by d.id);
  update record_manifests set content = null, salt = null, asker = null, asker_salt = null
    where company_id = company and interaction_id = any (gone) and (content is not null or asker is not null);
  delete from interaction_sources where company_id = company and interaction_id = any (gone);
  delete from claims where company_id = company and interaction_id = any (gone);
  delete from review_cases where company_id = company and interaction_id = any (gone);
  delete from repeatable_questions where company_id = company and interaction_id = any (gone);
  delete from notifications where company_id = company
    and substring(link from '(?:interaction|case)=([0-9]{1,9})$')::integer = any (gone);
  update ratings set feedback = null where company_id = company and interaction_id = any (gone);
  update reviews set note = '', corrected_answer = '' where company_id = company and interaction_id = any (gone);
  update interactions set erased_at = now(), question = '', answer = '', reason = null, removed_sentences = '[]',
      selected_tags = '{}', session_id = '', end_user = null
    where company_id = company and id = any (gone);
  return gone;
end $$;

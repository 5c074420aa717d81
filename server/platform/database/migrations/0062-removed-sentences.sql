-- A sentence of which its source says otherwise has a verdict of its own. What was 'partly' carried is now called 'open';
-- records keep the word they were written with.
alter table claims drop constraint claims_verdict_check;
alter table claims add constraint claims_verdict_check
  check (verdict in ('supported', 'open', 'contradicted', 'unsupported', 'unchecked', 'partly'));

-- What a model wrote and no passage carries is taken out of its answer and stays on record.
alter table interactions add column removed_sentences jsonb not null default '[]';

-- A sentence contradicted by its source has its own verdict. 'partly' is now called 'open'; records keep their
-- original word.
alter table claims drop constraint claims_verdict_check;
alter table claims add constraint claims_verdict_check
  check (verdict in ('supported', 'open', 'contradicted', 'unsupported', 'unchecked', 'partly'));

-- A model's unsupported sentences are removed from its answer and stay on record.
alter table interactions add column removed_sentences jsonb not null default '[]';

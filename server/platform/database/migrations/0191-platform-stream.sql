-- The platform's own log can be streamed too: a stream belongs to a log, 0 is the platform's.
alter table record_streams
  drop constraint record_streams_pkey,
  alter column company_id drop not null,
  add column log integer generated always as (coalesce(company_id, 0)) stored,
  add primary key (log);

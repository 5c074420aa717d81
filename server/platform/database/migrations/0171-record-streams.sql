-- Where a company's record is streamed to: a SIEM, event by event in the order of the log.

create table record_streams (
  company_id integer primary key references companies (id),
  kind text not null check (kind in ('https', 'syslog')),
  -- an address over https, or host and port
  address text not null,
  -- of a header that proves the sender, whose value is sealed with the master key
  header text not null,
  sealed bytea,
  -- PEM of the authority of the receiver's certificate; empty: the public ones
  ca text not null,
  is_active boolean not null,
  -- the last event that the receiver accepted
  position bigint not null check (position >= 0),
  sent_at timestamptz,
  -- the current sender; an expired lease belongs to a process that died
  sender uuid,
  leased_until timestamptz,
  -- the next attempt after a failure
  retry_at timestamptz,
  failures integer not null,
  failing_since timestamptz,
  told_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call fence('record_streams');

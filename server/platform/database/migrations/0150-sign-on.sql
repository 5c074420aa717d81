-- Single sign-on: a company's identity provider, the domains that lead to it, and who signed in as whom.

create table identity_providers (
  company_id integer primary key references companies (id),
  name text not null,
  issuer text not null,
  client_id text not null,
  -- encrypted with the master key; null for a public client
  sealed bytea,
  is_active boolean not null,
  is_enforced boolean not null,
  creates_people boolean not null,
  workspace_ids integer[] not null,
  groups_claim text not null,
  rules jsonb not null,
  break_glass_user_id integer references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call fence('identity_providers');

create table sign_on_domains (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  domain text not null,
  token text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, domain)
);
create unique index sign_on_domains_id on sign_on_domains (id);
-- a domain leads to one company; anybody may claim it, only one can prove it
create unique index sign_on_domains_proved on sign_on_domains (domain) where verified_at is not null;
call fence('sign_on_domains');

-- A person at a provider is the subject, never the address, which may pass to somebody else.
create table identities (
  company_id integer not null,
  user_id integer not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  primary key (company_id, issuer, subject),
  unique (company_id, user_id, issuer),
  foreign key (company_id, user_id) references users (company_id, id)
);
call fence('identities');

-- Single sign-on: a company's identity provider, the domains that lead to it, who signed in as whom, and what companies'
-- directories send over SCIM: people's identifiers there, and their groups.

-- OpenID Connect or SAML 2.0; `issuer` is the entity ID in SAML.
create table identity_providers (
  company_id integer primary key references companies (id),
  name text not null,
  issuer text not null,
  client_id text,
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
  updated_at timestamptz not null,
  protocol text not null,
  sign_in_url text,
  -- PEM; a response must be signed by one of them
  certificates text[],
  -- names of the attributes for a person's subject, address and names; empty: the usual ones
  attributes jsonb,
  -- key pairs for SAML: requests are signed with the first, and assertions encrypted for either are read; the next one waits
  -- until its certificate is entered at the provider
  key_certificate text,
  key_sealed bytea,
  next_key_certificate text,
  next_key_sealed bytea,
  version integer not null default 1,
  changed_in jsonb not null default '{}',
  -- access tokens of the company's own provider (OpenID Connect): assistants ask as the person who signed in there
  accepts_tokens boolean not null default false,
  -- the audience of accepted tokens; null: the address of the company's protocol server
  token_audience text,
  requires_scopes boolean not null default true,
  constraint identity_providers_protocol check (
    case protocol
      when 'oidc' then client_id is not null and num_nulls(sign_in_url, certificates, attributes) = 3
      when 'saml' then num_nonnulls(client_id, sealed) = 0 and num_nulls(sign_in_url, certificates, attributes) = 0
      else false
    end
  ),
  constraint identity_providers_keys check (
    num_nonnulls(key_certificate, key_sealed) in (0, 2)
    and num_nonnulls(next_key_certificate, next_key_sealed) in (0, 2)
    and (protocol = 'saml' or num_nonnulls(key_certificate, next_key_certificate) = 0)
  ),
  constraint identity_providers_tokens check (
    protocol = 'oidc' or (not accepts_tokens and token_audience is null and requires_scopes)
  )
);
call fence('identity_providers');
call versioned('identity_providers', 'protocol', 'name', 'issuer', 'issuer=entity_id', 'client_id',
  'sealed=client_secret', 'sign_in_url', 'certificates', 'attributes', 'is_active', 'is_enforced', 'creates_people',
  'workspace_ids', 'groups_claim', 'rules', 'break_glass_user_id', 'accepts_tokens', 'token_audience',
  'requires_scopes');

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
  -- the provider logged the person out: tokens that it issued until then are refused
  tokens_end_at timestamptz,
  primary key (company_id, issuer, subject),
  unique (company_id, user_id, issuer),
  foreign key (company_id, user_id) references users (company_id, id)
);
call fence('identities');

-- Used assertions, so that none signs anybody in twice.
create table used_assertions (
  company_id integer not null references companies (id),
  -- SHA-256 of its identifier
  assertion bytea not null,
  -- nothing accepts it afterwards
  ends_at timestamptz not null,
  primary key (company_id, assertion)
);
create index used_assertions_end on used_assertions (ends_at);
call fence('used_assertions');

create table provisioned_people (
  company_id integer not null,
  user_id integer not null,
  -- as the directory spells it; the address is in `users`
  user_name text not null,
  -- the directory's own identifier: the same person, also when the address passes to somebody else
  external_id text,
  -- deleted over SCIM: no longer shown there, and comes back under the same identifier alone
  removed_at timestamptz,
  -- the directory removed its identifier of the person: the account stays tied to it, nobody is shown it, and no other
  -- account takes it
  hides_external_id boolean not null default false,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index provisioned_people_subject on provisioned_people (company_id, external_id);
create unique index provisioned_people_name on provisioned_people (company_id, lower(user_name)) where removed_at is null;
call fence('provisioned_people');

create table directory_groups (
  company_id integer not null references companies (id),
  id integer generated always as identity,
  -- the name that the group rules of single sign-on use
  display_name text not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create unique index directory_groups_id on directory_groups (id);
create unique index directory_groups_name on directory_groups (company_id, lower(display_name));
call fence('directory_groups');

create table directory_group_members (
  company_id integer not null,
  group_id integer not null,
  user_id integer not null,
  primary key (company_id, group_id, user_id),
  foreign key (company_id, group_id) references directory_groups (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index directory_group_members_person on directory_group_members (company_id, user_id);
call fence('directory_group_members');

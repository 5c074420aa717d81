-- A company's identity provider speaks OpenID Connect or SAML 2.0; `issuer` is its entity ID in SAML.

alter table identity_providers
  add column protocol text not null default 'oidc',
  add column sign_in_url text,
  -- PEM; a response must be signed by one of them
  add column certificates text[],
  -- names of the attributes for a person's subject, address and names; empty: the usual ones
  add column attributes jsonb,
  alter column client_id drop not null,
  add constraint identity_providers_protocol check (
    case protocol
      when 'oidc' then client_id is not null and num_nulls(sign_in_url, certificates, attributes) = 3
      when 'saml' then num_nonnulls(client_id, sealed) = 0 and num_nulls(sign_in_url, certificates, attributes) = 0
      else false
    end
  );
alter table identity_providers alter column protocol drop default;

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

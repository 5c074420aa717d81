-- Access tokens of a company's own provider (OpenID Connect): assistants ask as the person who signed in there.

alter table identity_providers
  add column accepts_tokens boolean not null default false,
  -- the audience of accepted tokens; null: the address of the company's protocol server
  add column token_audience text,
  add column requires_scopes boolean not null default true,
  add constraint identity_providers_tokens check (
    protocol = 'oidc' or (not accepts_tokens and token_audience is null and requires_scopes)
  );

-- The provider logged the person out: tokens that it issued until then are refused.
alter table identities add column tokens_end_at timestamptz;

-- The client, by its id at the provider, that asked with the person's token; null for the person's own screen and for keys.
alter table interactions add column asked_through text;

drop trigger raise_version on identity_providers;
create trigger raise_version before insert or update of protocol, name, issuer, client_id, sealed, sign_in_url, certificates,
  attributes, is_active, is_enforced, creates_people, workspace_ids, groups_claim, rules, break_glass_user_id, accepts_tokens,
  token_audience, requires_scopes
  on identity_providers for each row execute function raise_version('protocol', 'name', 'issuer', 'issuer=entity_id',
  'client_id', 'sealed=client_secret', 'sign_in_url', 'certificates', 'attributes', 'is_active', 'is_enforced',
  'creates_people', 'workspace_ids', 'groups_claim', 'rules', 'break_glass_user_id', 'accepts_tokens', 'token_audience',
  'requires_scopes');

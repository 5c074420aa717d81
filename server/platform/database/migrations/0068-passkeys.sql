-- Passkeys (WebAuthn) as a second factor, beside an authenticator app or instead of one.

-- null: the factor is on by passkeys alone
alter table second_factors alter column sealed drop not null;

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references second_factors (user_id) on delete cascade,
  company_id integer references companies (id),
  name text not null,
  -- as the authenticator names it; one authenticator serves several people under different ids
  credential_id bytea not null unique,
  -- COSE
  public_key bytea not null,
  -- signatures made so far, as far as the authenticator counts them
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
call fence('passkeys');

-- Random numbers to be signed once, each for one person and one purpose.
create table passkey_challenges (
  -- SHA-256
  challenge_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  company_id integer references companies (id),
  purpose text not null check (purpose in ('register', 'use')),
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
call fence('passkey_challenges');

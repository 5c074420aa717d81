-- A company's key pairs for SAML: requests are signed with the first, and assertions encrypted for either are read. The
-- next one waits until its certificate is entered at the provider.
alter table identity_providers
  add column key_certificate text,
  add column key_sealed bytea,
  add column next_key_certificate text,
  add column next_key_sealed bytea,
  add constraint identity_providers_keys check (
    num_nonnulls(key_certificate, key_sealed) in (0, 2)
    and num_nonnulls(next_key_certificate, next_key_sealed) in (0, 2)
    and (protocol = 'saml' or num_nonnulls(key_certificate, next_key_certificate) = 0)
  );

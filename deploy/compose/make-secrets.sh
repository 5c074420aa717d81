#!/bin/sh
# Makes the secrets that compose.yaml hands to its services, once; a second run changes nothing.
set -eu
cd "$(dirname "$0")"
umask 077
[ -d secrets ] && { echo "secrets/ already exists: nothing was changed."; exit 0; }
mkdir secrets
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
random > secrets/secret_key
random > secrets/postgres_password
random > secrets/footnote_password
random > secrets/admin_password
store=$(random)
printf 'postgres://footnote:%s@database:5432/footnote' "$(cat secrets/footnote_password)" > secrets/database_url
cat > secrets/store_config <<CONFIG
{"identities":[{"name":"footnote","credentials":[{"accessKey":"footnote","secretKey":"$store"}],"actions":["Admin"]}]}
CONFIG
printf 'STORE_SECRET=%s\n' "$store" > ../../.env.compose
# containers read these under their own users; the folder keeps everyone else out
chmod 644 secrets/*
echo "Created. Start with: docker compose --env-file .env.compose up -d"
echo "The first sign-in is FOOTNOTE_ADMIN with the password in deploy/compose/secrets/admin_password."

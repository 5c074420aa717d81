#!/bin/sh
# Runs once on an empty cluster: creates the owner of the database, which is not a superuser (docs/running.md).
set -eu
password=$(cat /run/secrets/footnote_password)
psql -v ON_ERROR_STOP=1 -U postgres <<SQL
create role footnote login createrole password '$password';
create database footnote owner footnote;
SQL

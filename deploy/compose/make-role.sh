#!/bin/bash
# Run once by PostgreSQL's image, on an empty volume: Kontor owns its database, and is no superuser of the server.
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
\set password `cat "$DATABASE_PASSWORD_FILE"`
create role kontor login password :'password';
create database kontor owner kontor;
SQL

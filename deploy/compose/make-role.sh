#!/bin/bash
# Run once by PostgreSQL's image, on an empty volume: Kontor owns its database, and is no superuser of the server. It may make
# others: backups are tried in one that goes again.
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
\set password `cat "$DATABASE_PASSWORD_FILE"`
create role kontor login createdb password :'password';
create database kontor owner kontor;
SQL

#!/bin/sh
# Makes up the secrets that compose.yaml wants, in ./secrets. What is there stays. No password passes through a command
# line; others on this machine cannot enter the folder, while in the containers each service can read its own files.
set -eu
mkdir -p secrets
chmod 700 secrets
make_up() { od -An -tx1 -N24 /dev/urandom | tr -d ' \n'; }
put() {
  [ -e "secrets/$1" ] || cat >"secrets/$1"
  chmod 444 "secrets/$1"
}
for name in postgres-password database-password admin-password backup-passphrase; do make_up | put "$name"; done
printf 'postgresql://kontor:%s@database/kontor' "$(cat secrets/database-password)" | put database-url
echo 'Die Geheimnisse liegen in „secrets“. Das erste Passwort für „admin“ steht in secrets/admin-password.'
echo 'Bewahren Sie secrets/backup-passphrase auch an einem anderen Ort auf: Ohne sie hilft keine Sicherung.'

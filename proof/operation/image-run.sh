# What image-root.sh has built, as a container: health, sign-in, the commands of the guide, the end.
chroot "$builder" ip link set lo up
# in the place of the other container
chroot "$builder" pg_ctlcluster 17 main start
chroot "$builder" su postgres -c "psql --quiet -c \"create role kontor login createdb password 'probe'\" -c 'create database kontor owner kontor'"
mount --bind "$image" "$image"
mount -o remount,bind,ro "$image"
for name in backups; do
  cp -a "$image/$name" "$folder/$name"
  mount --bind "$folder/$name" "$image/$name"
done
mount -t tmpfs -o mode=1777 tmpfs "$image/tmp"
mount -t proc proc "$image/proc"
mount --rbind /dev "$image/dev"
password=probe-des-abbilds-7
within() {
  exec chroot --userspec="$user" "$image" env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=8080 \
    DATABASE_URL=postgresql://kontor:probe@127.0.0.1/kontor BACKUP_DIR=/backups ADMIN_PASSWORD="$password" NODE_COMPILE_CACHE=/tmp/compiled npm_config_cache=/tmp/npm \
    npm_config_logs_max=0 "$@"
}
fails() { echo "$1" >&2; cat "$folder/log" >&2; exit 1; }
(within sh -c 'cd /app && exec node server/main.ts') >"$folder/log" 2>&1 &
server=$!
until (within kontor-health) 2>/dev/null; do
  kill -0 "$server" || fails 'the server has ended'
  sleep 0.5
done
! (within touch /app/there) 2>/dev/null || fails 'its root can be written to'
status=$(chroot "$builder" curl -s -o /dev/null -w '%{http_code}' -H 'content-type: application/json' -H 'origin: http://localhost:8080' \
  --data "{\"username\":\"admin\",\"password\":\"$password\"}" http://localhost:8080/auth/login/)
[ "$status" = 200 ] || fails "login: $status"
(within sh -c 'cd /app && npm run --silent kontor -- doctor' >"$folder/doctor") || { cat "$folder/doctor" >&2; fails 'doctor'; }
(within kontor backup /backups/probe.kontor) || fails 'backup'
(within kontor restore /backups/probe.kontor --verify) || fails 'verify'
(within sh -c 'cat /app/sbom.cdx.json /app/LICENCES.txt >/dev/null') || fails 'its parts are not named'
kill -TERM "$server"
wait "$server" || fails "the server ended with $?"
chroot "$builder" pg_ctlcluster 17 main stop
echo 'container well'

#!/bin/sh
# debian-root.sh <suite> <clone> <folder>: a fresh Debian in <folder>, with its own Node; in it an ordinary user starts the
# clone by `npm start`, signs in, calls the doctor, and ends it. Needs root. What it mounts is seen by this script alone
# and goes with it; the folder is the caller's to remove. The last line says how many seconds the start took.
set -eu
if [ "${KONTOR_APART:-}" != yes ]; then
  # processes and mounts of its own: however this ends, both end with it
  KONTOR_APART=yes exec unshare --mount --pid --fork --kill-child --propagation private -- sh "$0" "$@"
fi
suite=$1 clone=$2 root=$3/root

. "$(dirname "$0")/fresh-debian.sh"
fresh_debian "$suite" "$root" "$3" ca-certificates,curl
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
# libatomic1 is what the launcher asks for on a minimal Debian
install_in "$root" "$3" nodejs npm libatomic1
chroot "$root" useradd --create-home --shell /bin/bash anna
git clone --quiet --no-hardlinks "$clone" "$root/home/anna/kontor"
npmrc_of "$root/home/anna/.npmrc"
cat >"$root/home/anna/try.sh" <<'TRY'
set -eu
cd ~/kontor
echo "Node $(node --version), npm $(npm --version), $(id -un)"
begin=$(date +%s%N)
npm start >~/log 2>&1 &
npm=$!
trap 'cat ~/log >&2' EXIT
until curl -sf -o /dev/null "http://localhost:$PORT/health/ready"; do
  kill -0 $npm
  sleep 0.1
done
password=$(sed -n 's|^Erste Anmeldung: admin / ||p' ~/log)
status=$(curl -s -o ~/answer -w '%{http_code}' -H 'content-type: application/json' -H "origin: http://localhost:$PORT" \
  --data "{\"username\":\"admin\",\"password\":\"$password\"}" "http://localhost:$PORT/auth/login/")
[ "$status" = 200 ] || { echo "login: $status $(cat ~/answer)" >&2; exit 1; }
end=$(date +%s%N)
npm run --silent kontor -- doctor >~/doctor || { cat ~/doctor >&2; exit 1; }
kill -TERM $npm
wait $npm || true
! curl -s -o /dev/null "http://localhost:$PORT/health/live" || { echo 'it has not ended' >&2; exit 1; }
trap - EXIT
echo "packages $(du -sm node_modules | cut -f 1) MB"
echo "seconds $(((end - begin) / 1000000000))"
TRY
chroot "$root" chown -R anna: /home/anna
exec chroot "$root" su anna -c "env -u KONTOR_APART ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS} PORT=$PORT sh ~/try.sh"

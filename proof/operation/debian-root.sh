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

debootstrap=debootstrap
if ! command -v debootstrap >/dev/null; then
  mkdir -p "$3/tool"
  (cd "$3/tool" && apt-get download debootstrap >/dev/null 2>&1 && dpkg -x debootstrap_*.deb .)
  debootstrap=$3/tool/usr/sbin/debootstrap
  export DEBOOTSTRAP_DIR="$3/tool/usr/share/debootstrap"
fi
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -E '/debian/?$' | head -n 1)
sh "$debootstrap" --variant=minbase --include=ca-certificates,curl "$suite" "$root" \
  "${mirror:-http://deb.debian.org/debian}" >"$3/debootstrap.log" 2>&1 || { tail -n 20 "$3/debootstrap.log" >&2; exit 1; }

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
for file in /etc/resolv.conf /etc/hosts; do cp -L "$file" "$root$file"; done
for file in "$(npm config get cafile 2>/dev/null)" "${NODE_EXTRA_CA_CERTS:-}"; do
  if [ -f "$file" ]; then mkdir -p "$root$(dirname "$file")" && cp -L "$file" "$root$file"; fi
done
# it lives for minutes: nothing of it has to survive a power cut
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe"
apt() { chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o "Acquire::Check-Valid-Until=${CHECK:-true}" "$@"; }
eval "$(apt-config shell CHECK Acquire::Check-Valid-Until/b)"
# libatomic1 is what the launcher asks for on a minimal Debian
{ apt update && apt install --no-install-recommends nodejs npm libatomic1; } >"$3/apt.log" 2>&1 || { tail -n 20 "$3/apt.log" >&2; exit 1; }
chroot "$root" useradd --create-home --shell /bin/bash anna
git clone --quiet --no-hardlinks "$clone" "$root/home/anna/kontor"
# how this machine reaches the registry, as an operator would have set it
for name in registry cafile proxy https-proxy noproxy; do
  value=$(npm config get "$name" 2>/dev/null)
  case $value in '' | null | undefined) ;; *) echo "$name=$value" >>"$root/home/anna/.npmrc" ;; esac
done
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

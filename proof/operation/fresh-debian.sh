# To be sourced: a fresh Debian in a folder. It lives for minutes, so nothing of it has to survive a power cut.

# fresh_debian <suite> <root> <scratch folder> <packages, with commas>
fresh_debian() {
  debootstrap=debootstrap
  if ! command -v debootstrap >/dev/null; then
    mkdir -p "$3/tool"
    (cd "$3/tool" && apt-get download debootstrap >/dev/null 2>&1 && dpkg -x debootstrap_*.deb .)
    debootstrap=$3/tool/usr/sbin/debootstrap
    export DEBOOTSTRAP_DIR="$3/tool/usr/share/debootstrap"
  fi
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -E '/debian/?$' | head -n 1)
  sh "$debootstrap" --variant=minbase --include="$4" "$1" "$2" \
    "${mirror:-http://deb.debian.org/debian}" >"$3/debootstrap.log" 2>&1 || { tail -n 20 "$3/debootstrap.log" >&2; exit 1; }
  for file in /etc/resolv.conf /etc/hosts; do cp -L "$file" "$2$file"; done
  for file in "$(npm config get cafile 2>/dev/null)" "${NODE_EXTRA_CA_CERTS:-}"; do
    if [ -f "$file" ]; then mkdir -p "$2$(dirname "$file")" && cp -L "$file" "$2$file"; fi
  done
  echo force-unsafe-io >"$2/etc/dpkg/dpkg.cfg.d/unsafe"
}

# install_in <root> <scratch folder> <packages …>
install_in() {
  inner=$1 scratch=$2
  shift 2
  eval "$(apt-config shell CHECK Acquire::Check-Valid-Until/b)"
  apt() { chroot "$inner" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o "Acquire::Check-Valid-Until=${CHECK:-true}" "$@"; }
  { apt update && apt install --no-install-recommends "$@"; } >"$scratch/apt.log" 2>&1 || { tail -n 20 "$scratch/apt.log" >&2; exit 1; }
}

# How this machine reaches the registry, as an operator would have set it: npmrc_of <file>
npmrc_of() {
  for name in registry cafile proxy https-proxy noproxy; do
    value=$(npm config get "$name" 2>/dev/null)
    case $value in '' | null | undefined) ;; *) echo "$name=$value" >>"$1" ;; esac
  done
}

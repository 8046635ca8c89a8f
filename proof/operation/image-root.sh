# image-root.sh <clone> <folder> <node>: the image of the Dockerfile, built by buildah in a fresh Debian 13 and run as a
# container would be: as number 1000, with a root that may only be read, its own processes and network. In the place of
# `node:26-trixie-slim` stands a Debian 13 with <node> and this machine's npm. Needs root; the folder is the caller's to remove.
set -eu
if [ "${KONTOR_APART:-}" != yes ]; then
  # processes and mounts of its own: however this ends, both end with it
  KONTOR_APART=yes exec unshare --mount --pid --fork --kill-child --propagation private -- sh "$0" "$@"
fi
clone=$1 folder=$2 node=$3
base=$folder/base builder=$folder/builder
. "$(dirname "$0")/fresh-debian.sh"
fresh_debian trixie "$base" "$folder" ca-certificates,libatomic1
cp -a "$base" "$builder"
install_in "$builder" "$folder" buildah crun netavark iproute2 curl postgresql

# the stand-in for the base
chroot "$base" useradd --uid 1000 --user-group --create-home --shell /bin/bash node
install -m 755 "$node" "$base/usr/local/bin/node"
mkdir -p "$base/usr/local/lib/node_modules" "$base/usr/local/etc"
cp -aL "$(npm root -g)/npm" "$base/usr/local/lib/node_modules/npm"
for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$base/usr/local/bin/$name"; done
npmrc_of "$base/usr/local/etc/npmrc"
tar -C "$base" -cf "$builder/base.tar" .

git clone --quiet --no-hardlinks "$clone" "$builder/src"
mount --bind "$builder" "$builder"
mount -t proc proc "$builder/proc"
mount --rbind /dev "$builder/dev"
mount --rbind /sys "$builder/sys"
mount -t tmpfs -o mode=1777 tmpfs "$builder/run"
inside() { chroot "$builder" env PATH=/usr/sbin:/usr/bin:/sbin:/bin BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs HOME=/root "$@"; }
empty=$(inside buildah from scratch)
inside buildah add -q "$empty" /base.tar / >/dev/null
inside buildah commit -q "$empty" localhost/node >/dev/null
inside buildah rm "$empty" >/dev/null
most=$(ulimit -Hn)
inside buildah build --format docker --ulimit "nofile=$most:$most" --ulimit nproc=90000:90000 --network host --pull=never \
  --build-arg NODE_IMAGE=localhost/node -t localhost/kontor /src >"$folder/build.log" 2>&1 || { tail -n 40 "$folder/build.log" >&2; exit 1; }

container=$(inside buildah from --pull=never localhost/kontor)
image=$builder$(inside buildah mount "$container")
user=$(inside buildah inspect --type image --format '{{.OCIv1.Config.User}}' localhost/kontor)
[ "$user" = 1000:1000 ] || { echo "it runs as $user" >&2; exit 1; }
echo "image $(du -sm "$image" | cut -f 1) MB, of these base $(du -sm "$base" | cut -f 1) MB"
export image user builder folder
exec unshare --net -- sh -eu "$(dirname "$0")/image-run.sh"

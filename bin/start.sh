#!/bin/sh
# `npm start`, also without npm: what is missing is prepared, then the server takes our place, so that nothing but the
# server (and npm, where that was asked) stays in memory. The launcher prepares; a start that finds all as it was after
# that does without it.
cd "$(dirname "$0")/.." || exit
case " $* " in
  *' --help '* | *' -h '*) exec node bin/kontor.mjs start --help ;;
esac
# Npm has a Node of its own before the machine's: each of them finds what it was told itself.
note=node_modules/.cache/kontor/prepared${npm_lifecycle_event:+-by-npm}

# All that the launcher goes by, each file by size, time and number; nothing where find cannot say so (macOS).
look() {
  seen=
  [ -n "$runtime" ] || return
  node=$(command -v node)
  seen=$(
    uname -nm
    pwd
    find -L "$node" "$runtime" web contract docs/handbuch bin vite.* package.json package-lock.json \
      node_modules/.package-lock.json dist/build.json -type f ! -name '*.test.ts' -printf '%p %s %T@ %i\n' 2>/dev/null
  )
  case $seen in
    *"
$runtime "*) ;;
    *) seen= ;;
  esac
}

prepare() {
  runtime=$(node bin/kontor.mjs prepare "$@") || exit
}

runtime= noted=
[ ! -r "$note" ] || { read -r runtime && noted=$(cat); } <"$note"
look
if [ -z "$seen" ] || [ "$seen" != "$noted" ] || [ "${*:---demo}" != --demo ]; then
  before=$seen
  prepare "$@"
  look
  # What has been made is looked at before it is checked: so nothing that changes meanwhile is missed.
  [ "$seen" = "$before" ] || prepare "$@"
  if [ -n "$seen" ] && mkdir -p "${note%/*}"; then
    printf '%s\n' "$runtime" "$seen" >"$note.$$" && mv "$note.$$" "$note"
  fi 2>/dev/null
fi
if [ -n "$npm_lifecycle_event" ]; then
  KONTOR_NPM=$PPID # whose end is ours
  export KONTOR_NPM
fi
# Under nohup a terminal that closes is not our end. Node forgets what it has inherited of that.
if [ -r /proc/$$/status ]; then
  while read -r name value; do
    case $name$value in
      SigIgn:*[13579bdf])
        KONTOR_HANGUP=ignored
        export KONTOR_HANGUP
        ;;
    esac
  done </proc/$$/status
fi
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/kontor/compiled}
export NODE_COMPILE_CACHE
exec "$runtime" server/main.ts "$@"

#!/bin/sh
# `npm start`, also without npm: the launcher prepares what is missing, then the server takes our place, so that nothing
# but the server (and npm, where that was asked) stays in memory.
cd "$(dirname "$0")/.." || exit
prepared=$(node bin/kontor.mjs prepare "$@") || exit
# Two lines: what the server runs under, and the folder of the release that was chosen.
runtime=${prepared%%
*}
folder=${prepared#*
}
if [ -n "$npm_lifecycle_event" ]; then
  KONTOR_NPM=$PPID # whose end is ours
  export KONTOR_NPM
fi
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$folder/node_modules/.cache/kontor/compiled}
export NODE_COMPILE_CACHE
exec "$runtime" "$folder/server/main.ts" "$@"

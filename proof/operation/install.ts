// Kontor starts on a plain Debian with that Debian's own Node: tried in fresh systems, as an ordinary user.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '#measure/figures.ts'
import { freePort } from '#measure/real-server.ts'
import { likeShell } from './command.ts'

const script = join(import.meta.dirname, 'debian-root.sh')
const checkout = join(import.meta.dirname, '../..')
/** The ones whose own Node is new enough. */
const SYSTEMS = { trixie: 'Debian 13' }
/** For one system: fetching it, the packages, the start. */
const PATIENCE_MS = 1_200_000

export async function installInDebian(isQuick: boolean, tell: (line: string) => void): Promise<Figure[]> {
  const reason = whyNot()
  // a proof that was not done must not look like one
  if (reason) throw new Error(`Not possible here: ${reason}.`)
  const figures: Figure[] = []
  for (const [suite, system] of Object.entries(SYSTEMS).slice(0, isQuick ? 1 : 2)) {
    const output = await tryIn(suite, tell)
    const [, seconds] = /^seconds (\d+)$/m.exec(output) ?? []
    const [, packages] = /^packages (\d+) MB$/m.exec(output) ?? []
    const [, versions] = /^(Node [^\n]+)/m.exec(output) ?? []
    figures.push(
      { figure: `${system}: clone to login (${versions})`, value: Number(seconds), unit: 's', n: 1 },
      { figure: `${system}: packages`, value: Number(packages), unit: 'MB', n: 1, goal: 450 },
    )
  }
  return figures
}

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'only root may enter a system of its own'
  return undefined
}

async function tryIn(suite: string, tell: (line: string) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `kontor-${suite}-`))
  const child = spawn('sh', [script, suite, checkout, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...likeShell(), PORT: String(await freePort()) },
  })
  const end = () => child.kill('SIGKILL')
  const deadline = setTimeout(end, PATIENCE_MS)
  process.once('exit', end)
  let output = ''
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.setEncoding('utf8').on('data', (text: string) => {
      output += text
      tell(`${suite}: ${text.trim()}`)
    })
  }
  try {
    await once(child, 'close')
    if (child.exitCode !== 0)
      throw new Error(`${suite} ended with ${child.exitCode ?? child.signalCode}:\n${output}`)
    return output
  } finally {
    clearTimeout(deadline)
    process.off('exit', end)
    // what was mounted in it has gone with the processes
    await rm(folder, { recursive: true, force: true })
  }
}

// The image of the Dockerfile, built and run without an engine; and what systemd itself says of the service's rights.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, leftOut, type Tell } from '#measure/figures.ts'
import { likeShell } from './command.ts'

const checkout = join(import.meta.dirname, '../..')
const script = join(import.meta.dirname, 'image-root.sh')
const unit = join(checkout, 'docs/betrieb/systemd/kontor.service')
const PATIENCE_MS = 2_400_000
/** Upper bound on systemd's scale, which ends at 10. */
const EXPOSURE = 1.5

/** A machine that cannot build an image leaves the proof out; a build that fails is a failure. */
export async function provePackages(tell: Tell): Promise<Figure[]> {
  return [await exposure(tell), ...(await buildImage(tell))]
}

async function buildImage(tell: Tell): Promise<Figure[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return [leftOut('the image: only root on Linux may enter a system of its own')]
  const folder = mkdtempSync(join(tmpdir(), 'kontor-image-'))
  try {
    const said = await runScript(folder, tell)
    const megabytes = /^image (\d+) MB/m.exec(said)?.[1]
    return [
      { figure: 'image: built, started, backed up, ended', value: 0, unit: 'failures', n: 1, goal: 0 },
      { figure: 'image with its base', value: Number(megabytes), unit: 'MB', n: 1 },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runScript(folder: string, tell: Tell): Promise<string> {
  const child = spawn('sh', [script, checkout, folder, process.execPath], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: likeShell(),
  })
  const end = () => child.kill('SIGKILL')
  const deadline = setTimeout(end, PATIENCE_MS)
  process.once('exit', end)
  let said = ''
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => {
      said += text
      tell(`image: ${text.trim()}`)
    })
  try {
    await once(child, 'close')
  } finally {
    clearTimeout(deadline)
    process.off('exit', end)
  }
  if (child.exitCode !== 0 || !said.includes('container well'))
    throw new Error(`the image ended with ${child.exitCode ?? child.signalCode}:\n${said}`)
  return said
}

/** As `systemd-analyze security` counts it, from the file alone: no systemd has to run. */
async function exposure(tell: Tell): Promise<Figure> {
  const figure = 'rights of the systemd service, of 10'
  const folder = mkdtempSync(join(tmpdir(), 'kontor-unit-'))
  try {
    const file = join(folder, 'kontor.service')
    cpSync(unit, file)
    const { status, error, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', file],
      { encoding: 'utf8' },
    )
    if (error) return leftOut(`${figure}: no systemd-analyze here`)
    const found = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]
    tell(stdout.trim().split('\n').at(-1) ?? '')
    if (found === undefined) throw new Error(`systemd-analyze ended with ${status}: ${stderr}`)
    return { figure, value: Number(found), unit: 'points', n: 1, goal: EXPOSURE }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// Releases as git knows them: which there are, and one of them whole in a folder of its own.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs, { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, say } from './console.mjs'
import { compareVersions, folderOf, isVersion, READY, RELEASES, versionIn } from './releases.mjs'
import { run } from './run.mjs'

/** In bytes: a release with its packages, and a backup beside it. */
const ROOM = 1.5 * 1024 ** 3
/** Nobody is asked for a password, and a network that gives nothing is given up. */
const GIT = ['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=30', '-c', 'advice.detachedHead=false']
const QUIET = { GIT_TERMINAL_PROMPT: '0', GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=30' }

function git(args, cwd = RELEASES) {
  const done = spawnSync('git', [...GIT, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...QUIET },
  })
  if (done.error?.code === 'ENOENT')
    fail('Das Programm git fehlt. Bitte installieren, unter Debian: apt-get install git')
  return done
}

export function originOf() {
  const { stdout, status } = git(['remote', 'get-url', 'origin'], root)
  if (status !== 0)
    fail(
      'Woher die Fassungen kommen, ist nicht bekannt. Bitte nennen: npm run kontor -- update --from <Git-Adresse>',
    )
  return stdout.trim()
}

/** The oldest first. */
export function listVersions(from) {
  const { stdout, stderr, status } = git(['ls-remote', '--tags', '--refs', '--', from, 'v*'])
  if (status !== 0) fail(`„${from}“ ist nicht zu erreichen oder kein Git-Archiv:\n${stderr.trim()}`)
  return stdout
    .split('\n')
    .map((line) => line.split('refs/tags/v')[1])
    .filter((version) => version && isVersion(version))
    .sort(compareVersions)
}

export async function putRelease(from, version) {
  requireRoom()
  const fresh = join(RELEASES, `.new-${randomUUID()}`)
  const giveUp = (says) => {
    rmSync(fresh, { recursive: true, force: true })
    fail(`${says} Es bleibt alles, wie es war.`)
  }
  say(`Hole ${version} …`)
  const cloned = git(['clone', '--quiet', '--depth', '1', '--branch', `v${version}`, '--', from, fresh])
  if (cloned.status !== 0) giveUp(`${cloned.stderr.trim()}\nDie Fassung ${version} ließ sich nicht holen.`)
  if (versionIn(fresh) !== version) giveUp(`Unter v${version} liegt die Fassung ${versionIn(fresh)}.`)
  say('Pakete und Browserteil …')
  const code = await run(process.execPath, [join(fresh, 'bin/kontor.mjs'), 'build'], {
    quiet: true,
    cwd: fresh,
  })
  if (code !== 0) giveUp(`Die Fassung ${version} ließ sich nicht installieren.`)
  writeFileSync(join(fresh, READY), '')
  renameSync(fresh, folderOf(version))
}

export function requireRoom(needed = ROOM) {
  if (!fs.statfsSync) return // Node before 18.15 cannot tell
  const { bavail, bsize } = fs.statfsSync(RELEASES)
  if (bavail * bsize >= needed) return
  const gb = (bytes) => (bytes / 1024 ** 3).toFixed(1).replace('.', ',')
  fail(
    `Für ein Update braucht es ${gb(needed)} GB freien Platz in „${RELEASES}“; es sind ${gb(bavail * bsize)} GB. Es bleibt alles, wie es war.`,
  )
}

/** The steps of the schema of a release, and which older releases each tolerates, by its own word. */
export async function whatNeeds(version) {
  const launcher = join(folderOf(version), 'bin/kontor.mjs')
  const { stdout, stderr, status } = spawnSync(process.execPath, [launcher, 'schema'], { encoding: 'utf8' })
  if (status !== 0)
    fail(`Die Fassung ${version} nennt ihr Schema nicht; es bleibt alles, wie es war.\n${stderr.trim()}`)
  return JSON.parse(stdout)
}

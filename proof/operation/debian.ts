// Programs of Debian's packages: as they are installed, or else fetched and unpacked into a folder of the proof's own.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '#server/db/embedded/place.ts'

const PATIENCE_MS = 10_000
/** Each with the libraries that a bare Debian lacks, as one release or another calls them. */
const packages = {
  haproxy: ['liblua5.3-0', 'liblua5.4-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
  nginx: [],
  caddy: [],
  pgbouncer: ['libc-ares2', 'libevent-2.1-7', 'libevent-2.1-7t64'],
  promtool: [],
}
/** Packages that are not named like their program. */
const inPackage: Partial<Record<keyof typeof packages, string>> = { promtool: 'prometheus' }
export type Program = keyof typeof packages
export type Programs = Awaited<ReturnType<typeof debianPrograms>>

export async function debianPrograms() {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-debian-'))
  chmodSync(folder, 0o711)
  const libraries = ['usr/lib', 'lib'].map((below) =>
    join(folder, below, `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`),
  )

  /** Undefined where there is neither the program nor a way to get it. */
  function find(name: Program): string | undefined {
    const places = (root: string) => ['usr/sbin', 'usr/bin'].map((below) => join(root, below, name))
    const installed = places('/').find((path) => spawnSync(path, ['-v']).error === undefined)
    if (installed) return installed
    const debs = join(folder, `debs-${name}`)
    mkdirSync(debs)
    const fetches = (one: string) => spawnSync('apt-get', ['download', one], { cwd: debs }).status === 0
    if (!fetches(inPackage[name] ?? name)) return undefined
    for (const library of packages[name]) fetches(library)
    for (const file of readdirSync(debs)) execFileSync('dpkg', ['-x', join(debs, file), folder])
    // the packages have the folder itself in them, as theirs
    chmodSync(folder, 0o711)
    return places(folder).find((path) => spawnSync(path, ['-v'], { env: environment }).error === undefined)
  }
  const environment = {
    ...process.env,
    LD_LIBRARY_PATH: libraries.join(':'),
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }

  return {
    folder,
    find,
    /** One that ends by itself, and well. */
    check(path: string, args: string[]) {
      const { status, stdout, stderr } = spawnSync(path, args, {
        cwd: folder,
        env: environment,
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`${path} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
    },
    /** In the foreground, until it takes connections. */
    async run(path: string, args: string[], port: number, account?: Account) {
      const child = spawn(path, args, {
        cwd: folder,
        env: environment,
        ...account,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const pipe of [child.stdout, child.stderr])
        pipe.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-4_000)))
      const exited = once(child, 'exit')
      const end = () => child.kill('SIGKILL')
      process.once('exit', end)
      child.once('exit', () => process.off('exit', end))
      for (let waited = 0; !(await takes(port)); waited += 50) {
        if (child.exitCode !== null || waited > PATIENCE_MS)
          throw new Error(`${path} did not start:\n${said}`)
        await sleep(50)
      }
      return {
        /** The last that it said on its console. */
        said: () => said,
        async stop() {
          child.kill('SIGTERM')
          await exited
        },
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function takes(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).then((is) => {
    socket.destroy()
    return is as boolean
  })
}

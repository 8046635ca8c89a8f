// The commands of docs/betrieb/, typed as they stand there, in the order in which an operator comes to need them. In
// place of the examples' folders, ports and hosts stand ones of this proof.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figure } from '#measure/figures.ts'
import { kill, named } from '#measure/processes.ts'
import { freePort, makeDataFolder, startServer } from '#measure/real-server.ts'
import { trials } from './guide-commands.ts'
import { makeCluster, runPostgres } from './postgres.ts'

const checkout = join(import.meta.dirname, '../..')

export async function typeGuide(tell: (line: string) => void): Promise<Figure[]> {
  const home = makeDataFolder()
  const typing = new Typing(home, await freePort(), tell)
  const { type, start } = typing
  try {
    for (const folder of ['srv', 'srv/kontor', 'backups', 'etc/kontor'])
      mkdirSync(join(home, folder), { recursive: true, mode: 0o711 })
    writeFileSync(join(home, 'etc/kontor/passphrase'), 'ein langer Satz zur Probe, den niemand errät')

    const server = await start('BACKUP_DIR=/srv/kontor-sicherungen npm start')
    await type('npm run kontor -- doctor')
    await type('curl -s http://localhost:8080/health/ready')
    await type('curl -f http://10.0.0.11:8080/health/ready')
    await type('curl -s http://localhost:8080/status/')
    await type('curl -s http://localhost:8080/metrics')
    await type('npm run kontor -- backup /srv/vor-dem-umzug.kontor')
    await type('npm run kontor -- restore /srv/vor-dem-umzug.kontor --verify')
    await type('BACKUP_PASSPHRASE_FILE=/etc/kontor/passphrase npm run kontor -- backup /srv/kontor.kontor')
    await type('npm run kontor -- backup /backups/vor-dem-update.kontor')
    await type('npm run kontor -- restore /backups/vor-dem-update.kontor --verify')
    await server.stop()

    for (const name of [
      'backups/kontor-2026-11-22T03-00-07.kontor',
      'srv/kontor-sicherungen/kontor-2026-11-22T03-00-07.kontor',
    ])
      copyFileSync(join(home, 'srv/vor-dem-umzug.kontor'), join(home, name))
    await type('DATA_DIR=/srv/kontor-alt npm run kontor -- restore /backups/vor-dem-update.kontor')
    await type(
      'DATA_DIR=/srv/kontor/neu npm run kontor -- restore /backups/kontor-2026-11-22T03-00-07.kontor',
    )
    await (await start('DATA_DIR=/srv/kontor/neu npm start')).stop()
    await type(
      'DATA_DIR=/srv/kontor-neu npm run kontor -- restore /srv/kontor-sicherungen/kontor-2026-11-22T03-00-07.kontor',
    )
    await (await start('DATA_DIR=/srv/kontor-neu npm start')).stop()

    await type('npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > kontor.cdx.json')
    await type('sh deploy/compose/make-secrets.sh')
    await type('cat secrets/admin-password')
    await withOwnDatabase(typing)
    const untyped = Object.keys(trials).filter(
      (command) => trials[command] === 'typed' && !typing.done.has(command),
    )
    if (untyped.length > 0) throw new Error(`not typed:\n${untyped.join('\n')}`)
    return [
      {
        figure: 'commands of the guide, typed as they stand',
        value: typing.done.size,
        unit: 'commands',
        n: Object.keys(trials).length,
      },
    ]
  } finally {
    kill(named(home))
    await rm(home, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** A database as datenbank.md makes it; the role has another name than the cluster's own. */
async function withOwnDatabase(typing: Typing) {
  const folder = await makeCluster()
  // The doctor would say so.
  const database = await runPostgres(folder, { fsync: 'on' })
  try {
    for (const command of [
      "create role kontor login password 'ein langes Passwort';",
      "create database kontor owner kontor encoding 'UTF8' template template0;",
      'alter database kontor set random_page_cost = 1.1;',
      "create role mitlauf login replication password 'noch ein Passwort';",
    ]) {
      await database.ask(command.replaceAll('kontor', 'betrieb'))
      typing.done.add(command)
    }
    typing.replace(
      'kontor:passwort@db.example:5432/kontor',
      `betrieb:passwort@127.0.0.1:${database.port}/betrieb`,
    )
    await typing.type(
      "DATABASE_URL='postgresql://kontor:passwort@db.example:5432/kontor' npm run kontor -- restore /srv/vor-dem-umzug.kontor",
    )
    const server = await typing.start(
      "DATABASE_URL='postgresql://kontor:passwort@db.example:5432/kontor' npm start",
    )
    await typing.type(
      "DATABASE_URL='postgresql://kontor:passwort@db.example:5432/kontor' npm run kontor -- doctor",
    )
    await server.stop()
  } finally {
    await database.stop()
    await folder.remove()
  }
}

class Typing {
  readonly done = new Set<string>()
  readonly #home: string
  readonly #port: number
  readonly #tell: (line: string) => void
  readonly #instead: [example: string, ours: string][]

  constructor(home: string, port: number, tell: (line: string) => void) {
    this.#home = home
    this.#port = port
    this.#tell = tell
    this.#instead = [
      ['/srv/', `${home}/srv/`],
      [' /backups/', ` ${home}/backups/`],
      ['/etc/kontor/', `${home}/etc/kontor/`],
      ['localhost:8080', `127.0.0.1:${port}`],
      ['10.0.0.11:8080', `127.0.0.1:${port}`],
      [' kontor.cdx.json', ` ${home}/kontor.cdx.json`],
      ['sh deploy/', `cd ${home} && sh ${checkout}/deploy/`],
      ['cat secrets/', `cat ${home}/secrets/`],
    ]
  }

  replace(example: string, ours: string) {
    this.#instead.push([example, ours])
  }

  #ours(command: string): string {
    return this.#instead.reduce((text, [example, ours]) => text.replaceAll(example, ours), command)
  }

  type = async (command: string): Promise<void> => {
    const child = spawn('sh', ['-c', this.#ours(command)], {
      cwd: checkout,
      env: { ...process.env, DATA_DIR: join(this.#home, 'srv/kontor'), PORT: String(this.#port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const pipe of [child.stdout, child.stderr])
      pipe.setEncoding('utf8').on('data', (text: string) => (said += text))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`${command}\nended with ${code}:\n${said}`)
    this.#tell(command)
    this.done.add(command)
  }

  /** The settings that stand before `npm start`; how that itself goes is shown by `install`. */
  start = async (...commands: string[]) => {
    const environment: Record<string, string> = {}
    for (const command of commands) {
      for (const [, name = '', value = ''] of this.#ours(command).matchAll(/(\w+)='?([^ ']+)'? /g))
        environment[name] = value
      this.done.add(command)
    }
    const dataDir = environment['DATA_DIR'] ?? join(this.#home, 'srv/kontor')
    const server = await startServer({ dataDir, port: this.#port, environment })
    this.#tell(commands.join('\n'))
    return server
  }
}

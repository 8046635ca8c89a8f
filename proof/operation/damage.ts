// Damages a data folder in every way that comes to mind, and starts the real PostgreSQL on it: one German sentence
// each.
import assert from 'node:assert/strict'
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { give } from '#server/db/embedded/account.ts'
import { placeFor } from '#server/db/embedded/place.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { StartError } from '#server/start-error.ts'

type Harm = { hurt: (cluster: string) => void; settings?: Record<string, string>; says: RegExp }

const label = `START WAL LOCATION: 5/5000028 (file 000000010000000500000005)
CHECKPOINT LOCATION: 5/5000060
BACKUP METHOD: streamed
BACKUP FROM: primary
START TIME: 2026-11-21 10:00:00 UTC
LABEL: x
START TIMELINE: 1
`
const isDamaged = /ist beschädigt \(.+\)\. .*npm run kontor -- restore/

const harms: Record<string, Harm> = {
  'an unknown setting': {
    hurt: (cluster) => appendFileSync(join(cluster, 'postgresql.conf'), '\nunfug = 7\n'),
    says: /"unfug" in file .* line \d+/,
  },
  'a line that is no setting': {
    hurt: (cluster) => appendFileSync(join(cluster, 'postgresql.conf'), '\ndas geht so nicht\n'),
    says: /syntax error in file .* line \d+/,
  },
  'unreadable rules of access': {
    hurt: (cluster) => writeFileSync(join(cluster, 'pg_hba.conf'), 'quatsch\n'),
    says: /Einstellungsdatei .*"quatsch"/,
  },
  'a pg_control of rubbish': {
    hurt: (cluster) => writeFileSync(join(cluster, 'global/pg_control'), Buffer.alloc(8_192, 7)),
    says: isDamaged,
  },
  'no pg_control': { hurt: (cluster) => rmSync(join(cluster, 'global/pg_control')), says: isDamaged },
  'no log': {
    hurt(cluster) {
      for (const name of readdirSync(join(cluster, 'pg_wal')))
        if (/^[\dA-F]{24}$/.test(name)) rmSync(join(cluster, 'pg_wal', name))
    },
    says: isDamaged,
  },
  'the label of another backup': {
    hurt: (cluster) => writeFileSync(join(cluster, 'backup_label'), label),
    says: isDamaged,
  },
  'an unreadable label': {
    hurt: (cluster) => writeFileSync(join(cluster, 'backup_label'), 'Unsinn\n'),
    says: isDamaged,
  },
  'no version': { hurt: (cluster) => rmSync(join(cluster, 'PG_VERSION')), says: isDamaged },
  'another version': {
    hurt: (cluster) => writeFileSync(join(cluster, 'PG_VERSION'), '17\n'),
    says: /gehört zu PostgreSQL 17/,
  },
  'rights for everybody': { hurt: (cluster) => chmodSync(cluster, 0o755), says: /chmod 700/ },
  'too little memory': {
    hurt: () => {},
    settings: { shared_buffers: '7TB' },
    says: /nicht genug Speicher/,
  },
}

/** How many ways were told apart; throws at the first that is not said in its sentence. */
export async function damage(tell: (line: string) => void): Promise<number> {
  const base = mkdtempSync(join(tmpdir(), 'kontor-damage-'))
  chmodSync(base, 0o711)
  try {
    const whole = join(base, 'whole')
    const server = await startEmbedded(whole, { settings: { fsync: 'off' } })
    await server.stop()
    for (const [name, { hurt, settings, says }] of Object.entries(harms)) {
      const home = join(base, name.replaceAll(' ', '-'))
      cpSync(whole, home, { recursive: true, filter: (path) => !path.endsWith('socket') })
      const { cluster, account } = placeFor(home)
      chmodSync(home, 0o711)
      hurt(cluster)
      if (account) give(cluster, account)
      const said = await startEmbedded(home, { settings: { fsync: 'off', ...settings } }).then(
        async (started) => {
          await started.stop()
          return undefined
        },
        (error: unknown) => error,
      )
      assert.ok(said instanceof StartError, `${name}: ${String(said)}`)
      assert.match(said.message, says, name)
      tell(`${name}: ${said.message}`)
    }
    return Object.keys(harms).length
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

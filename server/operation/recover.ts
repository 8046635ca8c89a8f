// Brings the embedded database back as it was before a chosen second, into a data folder that is new: the ground from
// the archive, then its log up to the last change that was confirmed before.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Config, readConfig } from '#server/config.ts'
import { isReachable } from '#server/db/embedded/account.ts'
import { branchMark, fetchFrom, letRead } from '#server/db/embedded/archive.ts'
import { isHeld } from '#server/db/embedded/lock.ts'
import { makeHome, makePrivate, type Place, placeFor, unfinishedMark } from '#server/db/embedded/place.ts'
import { hasCluster, startEmbedded } from '#server/db/embedded.ts'
import { StartError } from '#server/start-error.ts'
import { type Base, type Entry, listBases } from './base.ts'
import { BEGINS_ANEW, beginAnew } from './begin-anew.ts'
import { withClient } from './database.ts'
import { explainFile } from './explain-file.ts'

const USAGE =
  "Bitte nennen Sie das Archiv: npm run kontor -- recover <Ordner> [--until '2026-11-22 14:03:00']"

export async function recover(args: string[]) {
  const [archive, option, time, ...rest] = args
  if (
    !archive ||
    archive.startsWith('--') ||
    rest.length > 0 ||
    (option !== undefined && option !== '--until')
  )
    throw new StartError(USAGE)
  const config = readConfig(process.env)
  if (config.databaseUrl !== undefined)
    throw new StartError('Das Archiv gehört zur mitgelieferten Datenbank: Bitte ohne DATABASE_URL aufrufen.')
  if (hasCluster(config.dataDir) && !(await removeUnfinished(config)))
    throw new StartError(
      `Im Datenordner „${config.dataDir}“ liegt schon eine Datenbank. Bitte nennen Sie mit DATA_DIR einen neuen.`,
    )
  const until = option === undefined ? undefined : readTime(time, config.timeZone)
  if (until && until.getTime() > Date.now())
    throw new StartError('Dieser Zeitpunkt liegt in der Zukunft. Bitte prüfen Sie ihn.')
  const base = await findBase(archive, until, config)
  await unpack(base, config)
  const end = await replay(base, config, until)
  if (end === undefined) {
    console.log(
      `Wiederhergestellt in „${config.dataDir}“: ${until ? `der Stand vor ${shown(until, config)}` : 'alles, was im Archiv steht'}. ${BEGINS_ANEW}`,
    )
    return
  }
  await unpack(base, config)
  await replay(base, config, undefined)
  console.log(
    `Das Archiv endet vor diesem Zeitpunkt (letzte Änderung: ${end}). Wiederhergestellt in „${config.dataDir}“ ist alles, was darin steht. ${BEGINS_ANEW}`,
  )
}

/** By the wall clock of the company, or by the one that it names: `Z`, `+01:00`. */
export function readTime(text = '', timeZone: string): Date {
  try {
    const [, time, offset] = TIME.exec(text.replace(' ', 'T')) ?? []
    if (time === undefined) throw new RangeError('form')
    const at = offset
      ? Temporal.Instant.from(time + offset)
      : Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone)
    return new Date(at.epochMilliseconds)
  } catch {
    // No such day or form: there is no way to ask without a throw.
    throw new StartError(`Der Zeitpunkt „${text}“ ist nicht lesbar. ${USAGE}`)
  }
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/

/** The first whole second from then on, as `readTime` takes it; with its offset in the hour that comes twice. */
export function typedTime(at: Date, timeZone: string): string {
  const second = Temporal.Instant.fromEpochMilliseconds(Math.ceil(at.getTime() / 1_000) * 1_000)
  const local = second.toZonedDateTimeISO(timeZone)
  const text = local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')
  const isSame = readTime(text, timeZone).getTime() === second.epochMilliseconds
  return isSame ? text : `${text}${local.offset}`
}

const shown = (at: Date, { timeZone }: Pick<Config, 'timeZone'>) =>
  at.toLocaleString('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'medium' })

/** The newest that was whole by then, of whichever database has written into the archive last. */
async function findBase(
  archive: string,
  until: Date | undefined,
  { timeZone }: Pick<Config, 'timeZone'>,
): Promise<Base> {
  const folders = await readdir(archive).catch((error: unknown) => {
    throw explainFile(error, archive)
  })
  const all = await Promise.all([archive, ...folders.map((name) => join(archive, name))].map(listBases))
  const bases = all.flat().toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const base = bases.find(({ at }) => !until || at <= until)
  if (base) return base
  const oldest = bases.at(-1)
  throw new StartError(
    oldest
      ? `So weit reicht das Archiv nicht zurück. Das früheste ist --until '${typedTime(oldest.at, timeZone)}'.`
      : `In „${archive}“ liegt kein Archiv von Kontor.`,
  )
}

async function unpack({ file }: Base, { dataDir }: Config) {
  const place = placeFor(dataDir)
  makeHome(place)
  const half = `${place.cluster}.new-${process.pid}`
  const discard = () => rmSync(half, { recursive: true, force: true })
  process.once('exit', discard)
  try {
    makePrivate(half, place.account)
    await unpackInto(half, file, place)
    for (const [path, content] of [
      [join(half, 'recovery.signal'), ''],
      [unfinishedMark(half), ''],
      [branchMark(half), randomBytes(6).toString('hex')],
    ] as const) {
      await writeFile(path, content, { mode: 0o600, flush: true })
      if (place.account) await chown(path, place.account.uid, place.account.gid)
    }
    await rename(half, place.cluster)
  } catch (error) {
    throw explainFile(error, file)
  } finally {
    process.off('exit', discard)
    discard()
  }
}

/** What an earlier call has left that was ended half way; false where it is somebody's database. */
async function removeUnfinished({ dataDir }: Config): Promise<boolean> {
  const { cluster } = placeFor(dataDir)
  if (!existsSync(unfinishedMark(cluster))) return false
  // The PostgreSQL of that call may still go down.
  for (const begin = performance.now(); isHeld(cluster); await sleep(LOOK_MS))
    if (performance.now() - begin > PATIENCE_MS) return false
  await rm(cluster, { recursive: true, force: true })
  return true
}
const LOOK_MS = 50
const PATIENCE_MS = 10_000

async function unpackInto(folder: string, file: string, { account }: Place) {
  const reader = new Reader(file)
  const own = async (path: string, mode: number) => {
    await chmod(path, mode)
    if (account) await chown(path, account.uid, account.gid)
  }
  for (;;) {
    const entry = await reader.entry()
    if ('end' in entry) return
    const path = resolve(folder, entry.path)
    if (!path.startsWith(`${folder}/`)) throw reader.broken()
    if ('folder' in entry) {
      await mkdir(path, { recursive: true })
      await own(path, 0o700)
      continue
    }
    await mkdir(dirname(path), { recursive: true })
    const out = createWriteStream(path, { mode: 0o600, flush: true })
    for await (const piece of reader.bytes(entry.size)) if (!out.write(piece)) await once(out, 'drain')
    out.end()
    await once(out, 'close')
    await own(path, 0o600)
  }
}

/** Lines and bytes by turns. */
class Reader {
  readonly #file: string
  readonly #pieces: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #problem: unknown

  constructor(file: string) {
    this.#file = file
    const unpacked = createZstdDecompress()
    pipeline(createReadStream(file), unpacked, (error) => {
      this.#problem = error
    })
    unpacked.on('error', () => {})
    this.#pieces = (unpacked as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  }

  broken(): StartError {
    return new StartError(`„${this.#file}“ ist beschädigt oder nicht vollständig.`, { cause: this.#problem })
  }

  async #more() {
    const next = await this.#pieces.next().catch((error: unknown) => {
      throw this.#problem === undefined ? error : this.broken()
    })
    if (next.done) throw this.broken()
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
  }

  async entry(): Promise<Entry> {
    for (;;) {
      const end = this.#rest.indexOf(10)
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        return JSON.parse(line) as Entry
      }
      if (this.#rest.length > 100_000) throw this.broken()
      await this.#more()
    }
  }

  async *bytes(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) await this.#more()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}

/** Answers when the log ends before that time: when its last change was. */
async function replay({ file }: Base, config: Config, until: Date | undefined): Promise<string | undefined> {
  const place = placeFor(config.dataDir)
  const log = join(dirname(resolve(file)), 'wal')
  const failed = async (sentence: string, cause?: unknown) => {
    await rm(place.cluster, { recursive: true, force: true })
    return new StartError(sentence, { cause })
  }
  const isReadable = () => existsSync(log) && (!place.account || isReachable(log, place.account))
  try {
    if (place.account && existsSync(log)) letRead(log, place.account)
    if (!isReadable()) throw new Error('not to be reached')
  } catch (cause) {
    throw await failed(`Den Ordner „${log}“ kann das Konto der Datenbank nicht lesen.`, cause)
  }
  const settings = {
    restore_command: fetchFrom(log),
    recovery_target_action: 'promote',
    hot_standby: 'off',
    archive_mode: 'off',
    ...(until && {
      recovery_target_time: until.toISOString().replace('Z', '+00'),
      recovery_target_inclusive: 'off',
    }),
  }
  try {
    const embedded = await startEmbedded(config.dataDir, { settings, isUnfinished: true })
    try {
      await withClient({ config, connection: embedded.connection }, beginAnew)
    } finally {
      await embedded.stop()
    }
    await rm(unfinishedMark(place.cluster))
    return undefined
  } catch (error) {
    const said = String((error as Error).cause ?? error)
    if (until && /ended before configured recovery target/.test(said)) {
      await rm(place.cluster, { recursive: true, force: true })
      const [, last] = /last completed transaction was at log time (\S+ [\d:]+)/.exec(said) ?? []
      return last === undefined
        ? 'vor der Basissicherung'
        : shown(new Date(`${last.replace(' ', 'T')}Z`), config)
    }
    throw await failed(
      `Aus dem Archiv ließ sich nichts wiederherstellen: ${/(?:FATAL|PANIC): *(.*)/.exec(said)?.[1] ?? (error as Error).message}`,
      error,
    )
  }
}

// The key figures, each with a sentence that says whether it is fine or needs attention. „Betrieb“ shows all of
// them, `doctor` those that are available without the server.
import { statfs } from 'node:fs/promises'
import type { OperationFinding } from '#contract/operation.ts'
import type { JobLoss } from '#server/db/tables/operation.ts'
import { OVERDUE_SECONDS, type SharedFigures } from './all-nodes-store.ts'
import { openAccountsSentence } from './demo-accounts.ts'
import { kindName } from './kind-names.ts'

/** In bytes; `free`: available to this account. */
type DiskSpace = { free: number; size: number }

/** Undefined if the folder does not exist or its disk cannot be examined. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return undefined
  }
}

/** Figures from the database and the disk. */
type SharedSnapshot = {
  known: SharedFigures | undefined
  /** A server is running that could process waiting jobs. */
  isServed: boolean
  room: DiskSpace | undefined
  /** Push services that do not answer. */
  silent: readonly string[]
  hasPlanner: boolean
  /** Demo accounts that still have the public password. */
  demo: readonly { username: string }[]
  /** The embedded database, which nobody else backs up. */
  isOwnDatabase: boolean
}
export type Snapshot = SharedSnapshot & {
  /** The query did not answer in time. */
  isLate: boolean
  pool: { most: number; size: number; idle: number; waiting: number }
  /** False while news of other nodes cannot be received. */
  isListening: boolean
  /** Recent minutes of all nodes; undefined before the first one is over. */
  lately: Recent | undefined
  failures: number
}

/** Totals over all nodes in recent minutes; maxima for times. */
export type Recent = {
  minutes: number
  requests: number
  failed: number
  answer_ms: number | null
  delay_ms: number
}

/** Limits beyond which a figure needs attention. */
const thresholds = {
  databaseMs: 250,
  answerMs: 1_000,
  delayMs: 500,
  failedShare: 0.01,
  failingSeconds: 3_600,
  freeBytes: 2 * 1024 ** 3,
  freeShare: 0.1,
}

/** `look`: true if somebody should attend to the figure. */
const createFindingBuilder =
  (key: string, name: string) =>
  (value: string, sentence: string, look = false): OperationFinding => ({ key, name, value, sentence, look })

export const findingsOf = (seen: Snapshot): OperationFinding[] => [
  databaseFinding(seen),
  requestsFinding(seen),
  answerTimeFinding(seen),
  failuresFinding(seen),
  ...sharedFindings(seen),
]

export const sharedFindings = (seen: SharedSnapshot): OperationFinding[] => [
  jobsFinding(seen),
  ...lossFindings(seen),
  ...plannerSyncFindings(seen),
  ...lastBackupFindings(seen),
  pushFinding(seen),
  ...diskSpaceFindings(seen),
  ...demoFindings(seen),
]

function databaseFinding({ known, isLate, pool, isListening }: Snapshot): OperationFinding {
  const say = createFindingBuilder('database', 'Datenbank')
  if (!known && isLate)
    return say('über 1 s', 'Sie antwortet langsam: Nach einer Sekunde war noch keine Antwort da.', true)
  if (!known)
    return say(
      'antwortet nicht',
      'Bitte sehen Sie nach, ob sie läuft und ob ihr Rechner zu erreichen ist.',
      true,
    )
  const value = formatMilliseconds(known.ms)
  if (!isListening)
    return say(
      value,
      'Änderungen anderer Knoten kommen hier nicht an. Bitte prüfen Sie die Verbindung.',
      true,
    )
  if (pool.waiting > 0)
    return say(
      value,
      `Alle ${pool.most} Verbindungen sind in Gebrauch, ${withCount(pool.waiting, 'Anfrage wartet', 'Anfragen warten')} auf eine.`,
      true,
    )
  const slow = known.ms > thresholds.databaseMs
  const used = `${pool.size - pool.idle} von ${pool.most} Verbindungen sind in Gebrauch.`
  return say(value, slow ? `Sie antwortet langsam. ${used}` : used, slow)
}

const noFiguresYetSentence = 'Die ersten Zahlen kommen nach einer Minute.'

function requestsFinding({ lately }: Snapshot): OperationFinding {
  const say = createFindingBuilder('requests', 'Anfragen')
  if (!lately) return say('–', noFiguresYetSentence)
  const value = `${formatNumber(lately.requests / lately.minutes)} je Minute`
  const when = lately.minutes === 1 ? 'der letzten Minute' : `den letzten ${lately.minutes} Minuten`
  const failed = `${withCount(lately.failed, 'davon ist', 'davon sind')} in ${when} am Server gescheitert.`
  if (lately.failed === 0) return say(value, 'Keine ist gescheitert.')
  return say(value, failed, lately.failed > lately.requests * thresholds.failedShare)
}

function answerTimeFinding({ lately }: Snapshot): OperationFinding {
  const say = createFindingBuilder('answers', 'Antwortzeit')
  if (!lately) return say('–', noFiguresYetSentence)
  const value = lately.answer_ms === null ? '–' : formatMilliseconds(lately.answer_ms)
  if (lately.delay_ms > thresholds.delayMs)
    return say(
      value,
      `Ein Knoten kommt bis zu ${formatMilliseconds(lately.delay_ms)} zu spät zu seiner Arbeit. Er ist überlastet.`,
      true,
    )
  if (lately.answer_ms === null) return say(value, 'In den letzten Minuten hat niemand etwas gefragt.')
  const slow = lately.answer_ms > thresholds.answerMs
  return say(
    value,
    slow
      ? '5 von 100 Antworten brauchen länger. Bitte sehen Sie nach, was den Server aufhält.'
      : '95 von 100 Antworten brauchen höchstens so lange.',
    slow,
  )
}

function failuresFinding({ failures: count }: Snapshot): OperationFinding {
  const say = createFindingBuilder('failures', 'Fehler')
  if (count === 0) return say('keine', 'In den letzten 24 Stunden kam keiner vor.')
  return say(
    formatNumber(count),
    'So viele waren es in den letzten 24 Stunden. Sie stehen unten mit ihren Nummern.',
    true,
  )
}

function jobsFinding({ known, isServed }: SharedSnapshot): OperationFinding {
  const say = createFindingBuilder('jobs', 'Aufträge')
  if (!known) return say('–', 'Die Datenbank sagt gerade nichts dazu.', true)
  const [waiting, running] = [sum(known.jobs, 'waiting'), sum(known.jobs, 'running')]
  const stuck = known.jobs.filter(({ oldest }) => isServed && oldest > OVERDUE_SECONDS)
  const value = waiting === 0 ? 'nichts wartet' : withCount(waiting, 'wartet', 'warten')
  const inWords = (those: { kind: string; since: number }[]) =>
    those.map(({ kind, since }) => `${kindName(kind)} seit ${formatDuration(since)}`).join(', ')
  if (stuck.length > 0) {
    const those = stuck.map(({ kind, oldest }) => ({ kind, since: oldest }))
    return say(value, `Zu lange warten: ${inWords(those)}.`, true)
  }
  const failing = known.jobs.filter((kind) => isServed && kind.failing > thresholds.failingSeconds)
  if (failing.length > 0) {
    const those = failing.map((kind) => ({ kind: kind.kind, since: kind.failing }))
    return say(value, `Wird vergeblich versucht: ${inWords(those)}.`, true)
  }
  return say(
    value,
    running === 0 ? 'Gerade läuft keiner.' : `${withCount(running, 'läuft', 'laufen')} gerade.`,
  )
}

const reasons: Record<JobLoss, string> = {
  failed: 'gescheitert',
  dropped: 'nicht angenommen, weil zu viele warteten',
  outdated: 'verfallen',
}

function lossFindings({ known }: SharedSnapshot): OperationFinding[] {
  const lost = known?.losses.filter(({ lately }) => lately > 0) ?? []
  if (lost.length === 0) return []
  const each = lost.map(
    ({ kind, reason, lately }) => `${kindName(kind)} ${reasons[reason]}: ${formatNumber(lately)}`,
  )
  return [
    {
      key: 'losses',
      name: 'Verlorene Aufträge',
      value: formatNumber(sum(lost, 'lately')),
      sentence: `In den letzten 7 Tagen: ${each.join('; ')}.`,
      look: lost.some(({ reason }) => reason === 'dropped'),
    },
  ]
}

function plannerSyncFindings({ known, hasPlanner }: SharedSnapshot): OperationFinding[] {
  if (!hasPlanner || !known) return []
  const say = createFindingBuilder('planner', 'Personalplanung')
  const [last] = known.syncs.toSorted((one, other) => one.age - other.age)
  if (!last) return [say('–', 'Es wurde noch nicht abgeglichen.')]
  const failed = known.syncs.filter((sync) => sync.failed)
  const value = `vor ${formatDuration(last.age)}`
  if (failed.length === 0) return [say(value, `Zuletzt: ${kindName(last.kind)}. Es hat geklappt.`)]
  const list = failed.map(({ kind, age }) => `${kindName(kind)} vor ${formatDuration(age)}`).join(', ')
  return [say(value, `Beim letzten Mal hat nicht geklappt: ${list}.`, true)]
}

export const noScheduledBackups =
  'Der Server sichert nicht von selbst. BACKUP_DIR nennt einen Ordner für tägliche Sicherungen.'

function lastBackupFindings({ known, isOwnDatabase }: SharedSnapshot): OperationFinding[] {
  if (!known) return []
  const { isOn, ageSeconds, warning } = known.backup
  const say = createFindingBuilder('backup', 'Sicherung')
  if (!isOn && warning === null) return [say('keine', noScheduledBackups, isOwnDatabase)]
  return [
    say(
      ageSeconds === null ? '–' : `vor ${formatDuration(ageSeconds)}`,
      warning ?? (ageSeconds === null ? 'Noch gibt es keine geprüfte.' : 'Sie wurde geprüft.'),
      warning !== null,
    ),
  ]
}

function pushFinding({ known, isServed, silent: silentHere }: SharedSnapshot): OperationFinding {
  const say = createFindingBuilder('push', 'Benachrichtigungen')
  const silent = [...new Set([...silentHere, ...((isServed && known?.stuck) || [])])]
  if (silent.length === 0) return say('keine Störung', 'Kein Push-Dienst schweigt.')
  return say(
    'stocken',
    `Diese Dienste antworten nicht: ${silent.join(', ')}. Bitte prüfen Sie den Weg ins Internet.`,
    true,
  )
}

function diskSpaceFindings({ room: known }: SharedSnapshot): OperationFinding[] {
  if (!known) return []
  const little = known.free < thresholds.freeBytes || known.free < known.size * thresholds.freeShare
  return [
    {
      key: 'room',
      name: 'Freier Platz',
      value: `${formatGigabytes(known.free)} GB`,
      sentence: little
        ? `Das ist wenig: Die Platte mit dem Datenordner hat ${formatGigabytes(known.size)} GB.`
        : `Von ${formatGigabytes(known.size)} GB der Platte mit dem Datenordner.`,
      look: little,
    },
  ]
}

function demoFindings({ demo: accounts }: SharedSnapshot): OperationFinding[] {
  const sentence = openAccountsSentence(accounts)
  if (sentence === undefined) return []
  const value = withCount(accounts.length, 'ist offen', 'sind offen')
  return [{ key: 'demo', name: 'Konten der Demo', value, sentence, look: true }]
}

const sum = <K extends string>(all: readonly Record<K, number>[], which: K) =>
  all.reduce((so, one) => so + one[which], 0)
const withCount = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
const formatNumber = (value: number) => value.toLocaleString('de-DE', { maximumFractionDigits: 0 })
const formatMilliseconds = (ms: number) =>
  ms < 1_000 ? `${formatNumber(Math.max(1, ms))} ms` : `${(ms / 1_000).toFixed(1).replace('.', ',')} s`
const formatGigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1).replace('.', ',')

/**
 * Formats seconds for use after „vor“ and „seit“, e.g. 90 as „2 Minuten“. The unit is the largest of which at
 * least one has passed.
 */
function formatDuration(seconds: number): string {
  for (const [length, one, many] of [
    [86_400, 'einem Tag', 'Tagen'],
    [3_600, 'einer Stunde', 'Stunden'],
    [60, 'einer Minute', 'Minuten'],
  ] as const) {
    if (seconds < length) continue
    const count = Math.round(seconds / length)
    return count === 1 ? one : `${count.toLocaleString('de-DE')} ${many}`
  }
  return 'einem Augenblick'
}

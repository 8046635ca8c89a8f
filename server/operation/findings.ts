// The key figures, each with a sentence: fine, or worth attention. „Betrieb“ shows all of them, `doctor` those
// available without the server.
import { statfs } from 'node:fs/promises'
import type { OperationFinding } from '#contract/operation.ts'
import type { Loss } from '#server/db/tables/operation.ts'
import { openAccountsSentence } from './demo-accounts.ts'
import { kindName } from './kind-names.ts'
import { type Known, LONG_SECONDS } from './known-store.ts'

/** In bytes; `free`: available to this account. */
type Room = { free: number; size: number }

/** Undefined without a folder, e.g. with an external database. */
export async function roomIn(folder: string): Promise<Room | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return undefined
  }
}

/** Figures from the database and the disk. */
type SharedSnapshot = {
  known: Known | undefined
  /** A server is running that could process waiting jobs. */
  isServed: boolean
  room: Room | undefined
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

/** Limits above which a figure needs attention. */
const thresholds = {
  databaseMs: 250,
  answerMs: 1_000,
  delayMs: 500,
  failedShare: 0.01,
  failingSeconds: 3_600,
  freeBytes: 2 * 1024 ** 3,
  freeShare: 0.1,
}

export const findingsOf = (seen: Snapshot): OperationFinding[] => [
  database(seen),
  requests(seen),
  answers(seen),
  failures(seen),
  ...sharedFindings(seen),
]

export const sharedFindings = (seen: SharedSnapshot): OperationFinding[] => [
  jobs(seen),
  ...losses(seen),
  ...planner(seen),
  ...backup(seen),
  push(seen),
  ...room(seen),
  ...demo(seen),
]

function database({ known, isLate, pool, isListening }: Snapshot): OperationFinding {
  const finding = { key: 'database', name: 'Datenbank' }
  if (!known && isLate)
    return {
      ...finding,
      value: 'über 1 s',
      sentence: 'Sie antwortet langsam: Nach einer Sekunde war noch keine Antwort da.',
      look: true,
    }
  if (!known)
    return {
      ...finding,
      value: 'antwortet nicht',
      sentence: 'Bitte sehen Sie nach, ob sie läuft und ob ihr Rechner zu erreichen ist.',
      look: true,
    }
  const value = milliseconds(known.ms)
  if (!isListening)
    return {
      ...finding,
      value,
      sentence: 'Änderungen anderer Knoten kommen hier nicht an. Bitte prüfen Sie die Verbindung.',
      look: true,
    }
  if (pool.waiting > 0)
    return {
      ...finding,
      value,
      sentence: `Alle ${pool.most} Verbindungen sind in Gebrauch, ${counted(pool.waiting, 'Anfrage wartet', 'Anfragen warten')} auf eine.`,
      look: true,
    }
  const slow = known.ms > thresholds.databaseMs
  const used = `${pool.size - pool.idle} von ${pool.most} Verbindungen sind in Gebrauch.`
  return { ...finding, value, sentence: slow ? `Sie antwortet langsam. ${used}` : used, look: slow }
}

const soon = 'Die ersten Zahlen kommen nach einer Minute.'

function requests({ lately }: Snapshot): OperationFinding {
  const finding = { key: 'requests', name: 'Anfragen' }
  if (!lately) return { ...finding, value: '–', sentence: soon, look: false }
  const value = `${number(lately.requests / lately.minutes)} je Minute`
  const when = lately.minutes === 1 ? 'der letzten Minute' : `den letzten ${lately.minutes} Minuten`
  const failed = `${counted(lately.failed, 'davon ist', 'davon sind')} in ${when} am Server gescheitert.`
  if (lately.failed === 0) return { ...finding, value, sentence: 'Keine ist gescheitert.', look: false }
  return {
    ...finding,
    value,
    sentence: failed,
    look: lately.failed > lately.requests * thresholds.failedShare,
  }
}

function answers({ lately }: Snapshot): OperationFinding {
  const finding = { key: 'answers', name: 'Antwortzeit' }
  if (!lately) return { ...finding, value: '–', sentence: soon, look: false }
  const value = lately.answer_ms === null ? '–' : milliseconds(lately.answer_ms)
  if (lately.delay_ms > thresholds.delayMs)
    return {
      ...finding,
      value,
      sentence: `Ein Knoten kommt bis zu ${milliseconds(lately.delay_ms)} zu spät zu seiner Arbeit. Er ist überlastet.`,
      look: true,
    }
  if (lately.answer_ms === null)
    return { ...finding, value, sentence: 'In den letzten Minuten hat niemand etwas gefragt.', look: false }
  const slow = lately.answer_ms > thresholds.answerMs
  return {
    ...finding,
    value,
    sentence: slow
      ? '5 von 100 Antworten brauchen länger. Bitte sehen Sie nach, was den Server aufhält.'
      : '95 von 100 Antworten brauchen höchstens so lange.',
    look: slow,
  }
}

function failures({ failures: count }: Snapshot): OperationFinding {
  const finding = { key: 'failures', name: 'Fehler' }
  if (count === 0)
    return { ...finding, value: 'keine', sentence: 'In den letzten 24 Stunden kam keiner vor.', look: false }
  return {
    ...finding,
    value: number(count),
    sentence: 'So viele waren es in den letzten 24 Stunden. Sie stehen unten mit ihren Nummern.',
    look: true,
  }
}

function jobs({ known, isServed }: SharedSnapshot): OperationFinding {
  const finding = { key: 'jobs', name: 'Aufträge' }
  if (!known)
    return { ...finding, value: '–', sentence: 'Die Datenbank sagt gerade nichts dazu.', look: true }
  const [waiting, running] = [sum(known.jobs, 'waiting'), sum(known.jobs, 'running')]
  const stuck = known.jobs.filter(({ oldest }) => isServed && oldest > LONG_SECONDS)
  const value = waiting === 0 ? 'nichts wartet' : counted(waiting, 'wartet', 'warten')
  const inWords = (those: { kind: string; since: number }[]) =>
    those.map(({ kind, since }) => `${kindName(kind)} seit ${span(since)}`).join(', ')
  if (stuck.length > 0) {
    const those = stuck.map(({ kind, oldest }) => ({ kind, since: oldest }))
    return { ...finding, value, sentence: `Zu lange warten: ${inWords(those)}.`, look: true }
  }
  const failing = known.jobs.filter((kind) => isServed && kind.failing > thresholds.failingSeconds)
  if (failing.length > 0) {
    const those = failing.map((kind) => ({ kind: kind.kind, since: kind.failing }))
    return { ...finding, value, sentence: `Wird vergeblich versucht: ${inWords(those)}.`, look: true }
  }
  return {
    ...finding,
    value,
    sentence: running === 0 ? 'Gerade läuft keiner.' : `${counted(running, 'läuft', 'laufen')} gerade.`,
    look: false,
  }
}

const reasons: Record<Loss, string> = {
  failed: 'gescheitert',
  dropped: 'nicht angenommen, weil zu viele warteten',
  outdated: 'verfallen',
}

function losses({ known }: SharedSnapshot): OperationFinding[] {
  const lost = known?.losses.filter(({ lately }) => lately > 0) ?? []
  if (lost.length === 0) return []
  const each = lost.map(
    ({ kind, reason, lately }) => `${kindName(kind)} ${reasons[reason]}: ${number(lately)}`,
  )
  return [
    {
      key: 'losses',
      name: 'Verlorene Aufträge',
      value: number(sum(lost, 'lately')),
      sentence: `In den letzten 7 Tagen: ${each.join('; ')}.`,
      look: lost.some(({ reason }) => reason === 'dropped'),
    },
  ]
}

function planner({ known, hasPlanner }: SharedSnapshot): OperationFinding[] {
  if (!hasPlanner || !known) return []
  const finding = { key: 'planner', name: 'Personalplanung' }
  const [last] = known.syncs.toSorted((one, other) => one.age - other.age)
  if (!last) return [{ ...finding, value: '–', sentence: 'Es wurde noch nicht abgeglichen.', look: false }]
  const failed = known.syncs.filter((sync) => sync.failed)
  const value = `vor ${span(last.age)}`
  if (failed.length === 0)
    return [{ ...finding, value, sentence: `Zuletzt: ${kindName(last.kind)}. Es hat geklappt.`, look: false }]
  const list = failed.map(({ kind, age }) => `${kindName(kind)} vor ${span(age)}`).join(', ')
  return [{ ...finding, value, sentence: `Beim letzten Mal hat nicht geklappt: ${list}.`, look: true }]
}

export const notByItself =
  'Der Server sichert nicht von selbst. BACKUP_DIR nennt einen Ordner für tägliche Sicherungen.'

function backup({ known, isOwnDatabase }: SharedSnapshot): OperationFinding[] {
  if (!known) return []
  const { isOn, ageSeconds, warning } = known.backup
  const finding = { key: 'backup', name: 'Sicherung' }
  if (!isOn && warning === null)
    return [
      {
        ...finding,
        value: 'keine',
        sentence: notByItself,
        look: isOwnDatabase,
      },
    ]
  return [
    {
      ...finding,
      value: ageSeconds === null ? '–' : `vor ${span(ageSeconds)}`,
      sentence: warning ?? (ageSeconds === null ? 'Noch gibt es keine geprüfte.' : 'Sie wurde geprüft.'),
      look: warning !== null,
    },
  ]
}

function push({ known, isServed, silent: silentHere }: SharedSnapshot): OperationFinding {
  const finding = { key: 'push', name: 'Benachrichtigungen' }
  const silent = [...new Set([...silentHere, ...((isServed && known?.stuck) || [])])]
  if (silent.length === 0)
    return {
      ...finding,
      value: 'gehen hinaus',
      sentence: 'Kein Dienst der Browser schweigt.',
      look: false,
    }
  return {
    ...finding,
    value: 'stocken',
    sentence: `Diese Dienste antworten nicht: ${silent.join(', ')}. Bitte prüfen Sie den Weg ins Internet.`,
    look: true,
  }
}

function room({ room: known }: SharedSnapshot): OperationFinding[] {
  if (!known) return []
  const little = known.free < thresholds.freeBytes || known.free < known.size * thresholds.freeShare
  return [
    {
      key: 'room',
      name: 'Freier Platz',
      value: `${gigabytes(known.free)} GB`,
      sentence: little
        ? `Das ist wenig: Die Platte mit dem Datenordner hat ${gigabytes(known.size)} GB.`
        : `Von ${gigabytes(known.size)} GB der Platte mit dem Datenordner.`,
      look: little,
    },
  ]
}

function demo({ demo: accounts }: SharedSnapshot): OperationFinding[] {
  const sentence = openAccountsSentence(accounts)
  if (sentence === undefined) return []
  const value = counted(accounts.length, 'ist offen', 'sind offen')
  return [{ key: 'demo', name: 'Konten der Demo', value, sentence, look: true }]
}

const sum = <K extends string>(all: readonly Record<K, number>[], which: K) =>
  all.reduce((so, one) => so + one[which], 0)
const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`
const number = (value: number) => value.toLocaleString('de-DE', { maximumFractionDigits: 0 })
const milliseconds = (ms: number) =>
  ms < 1_000 ? `${number(Math.max(1, ms))} ms` : `${(ms / 1_000).toFixed(1).replace('.', ',')} s`
const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1).replace('.', ',')

/** 90 → „2 Minuten“, for use behind „vor“ and „seit“: in the largest unit that has passed once. */
function span(seconds: number): string {
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

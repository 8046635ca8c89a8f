import { mapHappeningTexts, maxHappeningTextLengths } from '#contract/words/happening-texts.ts'
import { mapPlannerTexts } from '#contract/words/planner-texts.ts'
import {
  asRecord,
  malformedError,
  type RawRecord,
  readList,
  readText,
  readUniqueId,
  recordKind,
  requireText,
} from './check-record.ts'
import type { Limits } from './limits.ts'
import type { PlannedEntry, PlannedHappening, PlannedSubhappening } from './port.ts'

const happeningKind = recordKind('Eine Veranstaltung', 'einer Veranstaltung')
const subhappeningKind = recordKind('Eine Teilveranstaltung', 'einer Teilveranstaltung')
const entryKind = recordKind('Ein Zeiteintrag', 'eines Zeiteintrags')

/** Returns a check that validates a happening with all parts and entries. It throws a German sentence. */
export function createHappeningCheck(limits: Limits): (record: unknown) => PlannedHappening {
  const seen = {
    happenings: new Set<string>(),
    subhappenings: new Set<string>(),
    entries: new Set<string>(),
  }

  const entryOf = (record: unknown): PlannedEntry => {
    const given = asRecord(record, entryKind)
    const id = readUniqueId(given, entryKind, seen.entries)
    if (seen.entries.size > limits.entries) throw malformedError('Es sind zu viele Zeiteinträge.')
    return {
      id,
      ...mapPlannerTexts((name) => readText(given, name, entryKind)),
      ...readStartAndEnd(given, 'soll_von', 'soll_bis'),
      ...readStartAndEnd(given, 'ist_von', 'ist_bis'),
      ...pauseOf(given),
    }
  }
  const subhappeningOf = (record: unknown): PlannedSubhappening => {
    const given = asRecord(record, subhappeningKind)
    return {
      id: readUniqueId(given, subhappeningKind, seen.subhappenings),
      name: requireText(given, 'name', subhappeningKind),
      entries: readList(given, 'entries', subhappeningKind).map(entryOf),
    }
  }
  return (record) => {
    const given = asRecord(record, happeningKind)
    return {
      id: readUniqueId(given, happeningKind, seen.happenings),
      name: requireText(given, 'name', happeningKind),
      date: dayOf(given),
      ...mapHappeningTexts(
        (name) => readText(given, name, happeningKind, maxHappeningTextLengths[name]) ?? '',
      ),
      subhappenings: readList(given, 'subhappenings', happeningKind).map(subhappeningOf),
    }
  }
}

function dayOf(given: RawRecord): string {
  const date = requireText(given, 'date', happeningKind)
  if (!isRealDay(date)) throw malformedError(`„${date.slice(0, 40)}“ ist kein Datum.`)
  return date
}

/** Reads two times by their names in the record, e.g. `soll_von` and `soll_bis`. */
function readStartAndEnd<Von extends string, Bis extends string>(
  given: RawRecord,
  von: Von,
  bis: Bis,
): Record<Von | Bis, string | null> {
  const [start, end] = [readText(given, von, entryKind), readText(given, bis, entryKind)]
  for (const moment of [start, end])
    if (moment !== null && !isRealMoment(moment))
      throw malformedError(`„${moment.slice(0, 40)}“ ist kein Zeitpunkt.`)
  if (start !== null && end !== null && end <= start)
    throw malformedError(`Ein Zeiteintrag endet nicht nach seinem Beginn (${start} bis ${end}).`)
  return { [von]: start, [bis]: end } as Record<Von | Bis, string | null>
}

/** Whole minutes, as a number or as the text of a file. */
function pauseOf({ soll_pause: given = null }: RawRecord): Pick<PlannedEntry, 'soll_pause'> {
  if (given === null || given === '') return {}
  const minutes = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : given
  if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 0 || minutes > MAX_PAUSE_MINUTES)
    throw malformedError('Die Pause eines Zeiteintrags ist keine Zahl von Minuten.')
  return { soll_pause: minutes }
}
const MAX_PAUSE_MINUTES = 1_440

/** Years outside 1900–2199 are typing errors, and days are compared as text, which needs four digits. */
const isRealDay = (text: string) =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && doesNotThrow(() => Temporal.PlainDate.from(text))

const isRealMoment = (text: string) =>
  /^(19|20|21)\d\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(text) && isRealDay(text.slice(0, 10))

function doesNotThrow(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false // 30 February
  }
}

/** Drops happenings outside the requested days, since a planner may return more. `from` and `to` are included. */
export const happeningsWithin = (happenings: PlannedHappening[], from: string, to: string) =>
  happenings.filter(({ date }) => from <= date && date <= to)

import { longestTexts, ofHappeningTexts } from '#contract/words/happening-texts.ts'
import { mapPlannerTexts } from '#contract/words/planner-texts.ts'
import {
  asRecord,
  malformed,
  type RawRecord,
  readList,
  readText,
  readUniqueId,
  recordKind,
  requireText,
} from './check-record.ts'
import type { Limits } from './limits.ts'
import type { PlannedEntry, PlannedHappening, PlannedSubhappening } from './port.ts'

const happening = recordKind('Eine Veranstaltung', 'einer Veranstaltung')
const subhappening = recordKind('Eine Teilveranstaltung', 'einer Teilveranstaltung')
const entry = recordKind('Ein Zeiteintrag', 'eines Zeiteintrags')

/** Returns a check that validates a happening with all parts and entries. It throws a German sentence. */
export function checkHappenings(limits: Limits): (record: unknown) => PlannedHappening {
  const seen = {
    happenings: new Set<string>(),
    subhappenings: new Set<string>(),
    entries: new Set<string>(),
  }

  const entryOf = (record: unknown): PlannedEntry => {
    const given = asRecord(record, entry)
    const id = readUniqueId(given, entry, seen.entries)
    if (seen.entries.size > limits.entries) throw malformed('Es sind zu viele Zeiteinträge.')
    return {
      id,
      ...mapPlannerTexts((name) => readText(given, name, entry)),
      ...pairOf(given, 'soll_von', 'soll_bis'),
      ...pairOf(given, 'ist_von', 'ist_bis'),
      ...pauseOf(given),
    }
  }
  const subhappeningOf = (record: unknown): PlannedSubhappening => {
    const given = asRecord(record, subhappening)
    return {
      id: readUniqueId(given, subhappening, seen.subhappenings),
      name: requireText(given, 'name', subhappening),
      entries: readList(given, 'entries', subhappening).map(entryOf),
    }
  }
  return (record) => {
    const given = asRecord(record, happening)
    return {
      id: readUniqueId(given, happening, seen.happenings),
      name: requireText(given, 'name', happening),
      date: dayOf(given),
      ...ofHappeningTexts((name) => readText(given, name, happening, longestTexts[name]) ?? ''),
      subhappenings: readList(given, 'subhappenings', happening).map(subhappeningOf),
    }
  }
}

function dayOf(given: RawRecord): string {
  const date = requireText(given, 'date', happening)
  if (!isRealDay(date)) throw malformed(`„${date.slice(0, 40)}“ ist kein Datum.`)
  return date
}

/** Start and end, by their names in the record. */
function pairOf<Von extends string, Bis extends string>(
  given: RawRecord,
  von: Von,
  bis: Bis,
): Record<Von | Bis, string | null> {
  const [start, end] = [readText(given, von, entry), readText(given, bis, entry)]
  for (const moment of [start, end])
    if (moment !== null && !isRealMoment(moment))
      throw malformed(`„${moment.slice(0, 40)}“ ist kein Zeitpunkt.`)
  if (start !== null && end !== null && end <= start)
    throw malformed(`Ein Zeiteintrag endet nicht nach seinem Beginn (${start} bis ${end}).`)
  return { [von]: start, [bis]: end } as Record<Von | Bis, string | null>
}

/** Whole minutes, as a number or as the text of a file. */
function pauseOf({ soll_pause: given = null }: RawRecord): Pick<PlannedEntry, 'soll_pause'> {
  if (given === null || given === '') return {}
  const minutes = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : given
  if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 0 || minutes > LONGEST_PAUSE)
    throw malformed('Die Pause eines Zeiteintrags ist keine Zahl von Minuten.')
  return { soll_pause: minutes }
}
const LONGEST_PAUSE = 1_440

/** Other years are typing errors, and years of other lengths would not compare as text. */
const isRealDay = (text: string) =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && isReal(() => Temporal.PlainDate.from(text))

const isRealMoment = (text: string) =>
  /^(19|20|21)\d\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(text) && isRealDay(text.slice(0, 10))

function isReal(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false // 30 February
  }
}

/** Drops happenings outside the requested days, both included: a planner may return more. */
export const within = (happenings: PlannedHappening[], from: string, to: string) =>
  happenings.filter(({ date }) => from <= date && date <= to)

import { ofEntryTexts } from '#contract/words/entry-texts.ts'
import { longestTexts, ofHappeningTexts } from '#contract/words/happening-texts.ts'
import { type Given, idOf, kindOf, listOf, needed, recordOf, textOf, wrong } from './check-record.ts'
import type { Limits } from './limits.ts'
import type { PlannedEntry, PlannedHappening, PlannedSubhappening } from './port.ts'

/**
 * Takes a record of the planner for a happening with all that is in it, or says in a sentence what is wrong with it.
 */
const happening = kindOf('Eine Veranstaltung', 'einer Veranstaltung')
const subhappening = kindOf('Eine Teilveranstaltung', 'einer Teilveranstaltung')
const entry = kindOf('Ein Zeiteintrag', 'eines Zeiteintrags')

export function checkHappenings(limits: Limits): (record: unknown) => PlannedHappening {
  const seen = {
    happenings: new Set<string>(),
    subhappenings: new Set<string>(),
    entries: new Set<string>(),
  }

  const entryOf = (record: unknown): PlannedEntry => {
    const given = recordOf(record, entry)
    const id = idOf(given, entry, seen.entries)
    if (seen.entries.size > limits.entries) throw wrong('Es sind zu viele Zeiteinträge.')
    return {
      id,
      ...ofEntryTexts((name) => textOf(given, name, entry)),
      ...pairOf(given, 'soll_von', 'soll_bis'),
      ...pairOf(given, 'ist_von', 'ist_bis'),
      ...pauseOf(given),
    }
  }
  const subhappeningOf = (record: unknown): PlannedSubhappening => {
    const given = recordOf(record, subhappening)
    return {
      id: idOf(given, subhappening, seen.subhappenings),
      name: needed(given, 'name', subhappening),
      entries: listOf(given, 'entries', subhappening).map(entryOf),
    }
  }
  return (record) => {
    const given = recordOf(record, happening)
    return {
      id: idOf(given, happening, seen.happenings),
      name: needed(given, 'name', happening),
      date: dayOf(given),
      ...ofHappeningTexts((name) => textOf(given, name, happening, longestTexts[name]) ?? ''),
      subhappenings: listOf(given, 'subhappenings', happening).map(subhappeningOf),
    }
  }
}

function dayOf(given: Given): string {
  const date = needed(given, 'date', happening)
  if (!isRealDay(date)) throw wrong(`„${date.slice(0, 40)}“ ist kein Datum.`)
  return date
}

/** A start and its end, by the names under which the record has them. */
function pairOf<Von extends string, Bis extends string>(
  given: Given,
  von: Von,
  bis: Bis,
): Record<Von | Bis, string | null> {
  const [start, end] = [textOf(given, von, entry), textOf(given, bis, entry)]
  for (const moment of [start, end])
    if (moment !== null && !isRealMoment(moment)) throw wrong(`„${moment.slice(0, 40)}“ ist kein Zeitpunkt.`)
  if (start !== null && end !== null && end <= start)
    throw wrong(`Ein Zeiteintrag endet nicht nach seinem Beginn (${start} bis ${end}).`)
  return { [von]: start, [bis]: end } as Record<Von | Bis, string | null>
}

/** Whole minutes, as a number or as the text of a file. */
function pauseOf({ soll_pause: given = null }: Given): Pick<PlannedEntry, 'soll_pause'> {
  if (given === null || given === '') return {}
  const minutes = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : given
  if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 0 || minutes > LONGEST_PAUSE)
    throw wrong('Die Pause eines Zeiteintrags ist keine Zahl von Minuten.')
  return { soll_pause: minutes }
}
const LONGEST_PAUSE = 1_440

/** Three centuries: what lies outside is a slip, and years of other lengths would not compare as text. */
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

/** A planner may answer more than was asked for; both days belong to what was. */
export const within = (happenings: PlannedHappening[], from: string, to: string) =>
  happenings.filter(({ date }) => from <= date && date <= to)

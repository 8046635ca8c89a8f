import { distanceLimits, doubtsAbout, formatDuration } from '#contract/time/plausible.ts'
import { minutesBetween } from '#contract/time/work-time.ts'
import type { TimeHint } from '#contract/times.ts'

/**
 * An entry to check for implausible times before sending. A hint never prevents sending, but the kinds `distant`
 * and `future` must be confirmed.
 */
export type HintedEntry = {
  id: number
  /** True for entries of the checked timesheet. Others are used for comparison and get no hints. */
  isOwn: boolean
  subhappening_name: string
  /** True if the caller may see the part that the entry belongs to. */
  isVisible: boolean
  personalnummer: string | null
  /** The day of the happening. */
  day: string
  soll_von: string | null
  soll_bis: string | null
  ist_von: string | null
  ist_bis: string | null
  /**
   * Minutes of break. `soll_pause` exists if the planner sends breaks; it applies as long as `ist_pause` is
   * missing.
   */
  soll_pause?: number | null
  ist_pause?: number | null
}
type WorkedEntry = HintedEntry & { ist_von: string; ist_bis: string }

const workingTimeRules = {
  /** Longer work in one day gets a hint. In hours. */
  longDay: 10,
  /** Required breaks: `minutes` in total for more than `above` hours of work a day. */
  breaks: [
    { above: 9, minutes: 45 },
    { above: 6, minutes: 30 },
  ],
  /** Shorter rest between two working days gets a hint. In hours. */
  rest: 11,
  /** Larger differences from the plan get a hint. In minutes. */
  far: 120,
}

/** `now`: local time in `zone`. */
export function findHints(entries: HintedEntry[], zone: string, now: string): TimeHint[] {
  const worked = entries.filter(isWorked)
  const people = [...Map.groupBy(worked, ({ id, personalnummer }) => personalnummer ?? id).values()]
  const hints = [
    ...entries.flatMap(incompleteHints),
    ...entries.flatMap((entry) => doubtHints(entry, zone, now)),
    ...worked.flatMap((entry) => farFromPlanHints(entry, zone)),
    ...people.flatMap((person) => [...overlapHints(person), ...workingDayHints(person, zone)]),
  ]
  const place = new Map(entries.map(({ id }, place) => [id, place]))
  const own = new Set(entries.filter(({ isOwn }) => isOwn).map(({ id }) => id))
  return hints
    .filter(({ timeentry_id }) => own.has(timeentry_id))
    .sort((a, b) => (place.get(a.timeentry_id) ?? 0) - (place.get(b.timeentry_id) ?? 0))
}

const isWorked = (entry: HintedEntry): entry is WorkedEntry =>
  entry.ist_von !== null && entry.ist_bis !== null

function incompleteHints({ id, ist_von, ist_bis }: HintedEntry): TimeHint[] {
  if ((ist_von === null) === (ist_bis === null)) return []
  const what = ist_bis === null ? 'Das Ende fehlt. Ohne es' : 'Der Beginn fehlt. Ohne ihn'
  return [createHint(id, 'incomplete', `${what} wird der Eintrag nicht gesendet.`)]
}

const doubtHints = (
  { id, ist_von, ist_bis, soll_von, soll_bis, day }: HintedEntry,
  zone: string,
  now: string,
) =>
  doubtsAbout({ von: ist_von, bis: ist_bis }, { von: soll_von, bis: soll_bis, day }, { now, zone }).map(
    ({ kind, sentence }) =>
      createHint(id, kind, sentence, kind === 'future' && ist_von === soll_von && ist_bis === soll_bis),
  )

/** Checks start and end separately; the screen shows the duration and its difference anyway. */
function farFromPlanHints(
  { id, soll_von, soll_bis, ist_von, ist_bis }: WorkedEntry,
  zone: string,
): TimeHint[] {
  const off = (name: string, planned: string | null, actual: string) => {
    const minutes = planned === null ? 0 : minutesBetween(planned, actual, zone)
    const length = Math.abs(minutes)
    // Differences of days have a hint of their own, which asks for confirmation.
    if (length <= workingTimeRules.far || length > distanceLimits.confirmDays * 24 * 60) return []
    return [`${name} ${formatDuration(length)} ${minutes > 0 ? 'später' : 'früher'}`]
  }
  const ends = [...off('Beginn', soll_von, ist_von), ...off('Ende', soll_bis, ist_bis)]
  return ends.length > 0 ? [createHint(id, 'far', `${ends.join(', ')} als geplant.`)] : []
}

/** `person`: all entries of one person, ordered by start. */
function overlapHints(person: WorkedEntry[]): TimeHint[] {
  const found: TimeHint[] = []
  for (const [place, entry] of person.entries()) {
    for (const later of person.slice(place + 1)) {
      if (later.ist_von >= entry.ist_bis) break
      found.push(
        createHint(entry.id, 'overlap', overlapSentence(later)),
        createHint(later.id, 'overlap', overlapSentence(entry)),
      )
    }
  }
  return found
}

const overlapSentence = ({ subhappening_name, isVisible, ist_von, ist_bis }: WorkedEntry) =>
  isVisible
    ? `Überschneidet sich mit ${clockTime(ist_von)}–${clockTime(ist_bis)} Uhr in „${subhappening_name}“.`
    : 'Überschneidet sich mit einer Zeit in einem anderen Team.'

/** Hints about a person's working days: long days, missing breaks, short rest. An entry belongs to the day of its start. */
function workingDayHints(person: WorkedEntry[], zone: string): TimeHint[] {
  const days = [...Map.groupBy(person, ({ ist_von }) => ist_von.slice(0, 10)).values()]
  return days.flatMap((day, place) => {
    const last = day.at(-1) as WorkedEntry
    const worked = sumWorkedMinutes(day.map(actualSpan), zone)
    const expected = sumWorkedMinutes(day.flatMap(plannedSpans), zone)
    const found: TimeHint[] = []
    if (worked > workingTimeRules.longDay * 60)
      found.push(
        createHint(
          last.id,
          'long',
          `${formatDuration(worked)} Arbeit an einem Tag, mehr als ${workingTimeRules.longDay} Stunden.`,
          worked <= expected,
        ),
      )
    const pause = findViolatedBreakRule(day.map(actualSpan), zone)
    if (
      pause &&
      canRecordBreaks(day) &&
      pause.above > (findViolatedBreakRule(day.flatMap(plannedSpans), zone)?.above ?? 0)
    )
      found.push(
        createHint(
          last.id,
          'break',
          `Mehr als ${pause.above} Stunden Arbeit ohne ${pause.minutes} Minuten Pause.`,
        ),
      )
    const before = days[place - 1]
    const first = day[0] as WorkedEntry
    const rest = before ? minutesBetween(latestEnd(before), first.ist_von, zone) : Number.POSITIVE_INFINITY
    if (rest >= 0 && rest < workingTimeRules.rest * 60)
      found.push(
        createHint(
          first.id,
          'rest',
          `Nur ${formatDuration(rest)} Ruhezeit davor, weniger als ${workingTimeRules.rest} Stunden.`,
          rest >= plannedRest(before ?? [], day, zone),
        ),
      )
    return found
  })
}

/**
 * Minutes of rest between the plans of two days. Infinite if one of the days has no plan, so that a short rest
 * does not count as planned.
 */
function plannedRest(before: WorkedEntry[], day: WorkedEntry[], zone: string): number {
  const [until, from] = [before.flatMap(plannedSpans), day.flatMap(plannedSpans)]
  if (until.length === 0 || from.length === 0) return Number.POSITIVE_INFINITY
  const last = until.map(({ to }) => to).reduce((a, b) => (a > b ? a : b))
  const first = from.map(({ from }) => from).reduce((a, b) => (a < b ? a : b))
  return minutesBetween(last, first, zone)
}

/** True if a break can be recorded: in its field, or as a gap between two entries. */
const canRecordBreaks = (day: WorkedEntry[]) =>
  day.length > 1 || day.some(({ soll_pause, ist_pause }) => (soll_pause ?? ist_pause ?? null) !== null)

/** `pause`: minutes of break within the span. */
type Span = { from: string; to: string; pause: number }
const actualSpan = ({ ist_von, ist_bis, soll_pause, ist_pause }: WorkedEntry): Span => ({
  from: ist_von,
  to: ist_bis,
  pause: ist_pause ?? soll_pause ?? 0,
})
const plannedSpans = ({ soll_von, soll_bis, soll_pause }: WorkedEntry): Span[] =>
  soll_von === null || soll_bis === null ? [] : [{ from: soll_von, to: soll_bis, pause: soll_pause ?? 0 }]

/**
 * Returns the rule on breaks that these spans violate. Many plans violate it, too, so the caller compares the
 * result with that of the plan.
 */
function findViolatedBreakRule(spans: Span[], zone: string) {
  const worked = sumWorkedMinutes(spans, zone)
  const pause = workingTimeRules.breaks.find(({ above }) => worked > above * 60)
  return pause && sumPauses(spans, zone) < pause.minutes ? pause : undefined
}

function sumPauses(spans: Span[], zone: string): number {
  let pauses = sum(spans.map(({ pause }) => pause))
  let until: string | undefined
  for (const { from, to } of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (until !== undefined && from > until) pauses += minutesBetween(until, from, zone)
    if (until === undefined || to > until) until = to
  }
  return pauses
}

const sumWorkedMinutes = (spans: Span[], zone: string) =>
  sum(spans.map(({ from, to, pause }) => minutesBetween(from, to, zone) - pause))

const latestEnd = (day: WorkedEntry[]) => day.map(({ ist_bis }) => ist_bis).reduce((a, b) => (a > b ? a : b))

const createHint = (
  timeentry_id: number,
  kind: TimeHint['kind'],
  sentence: string,
  as_planned = false,
): TimeHint => ({ timeentry_id, kind, sentence, as_planned })
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const clockTime = (moment: string) => moment.slice(11, 16)

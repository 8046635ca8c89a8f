import { isDeepStrictEqual } from 'node:util'
import type { Outcome, PlannedHappening, Proposal, SentEntry } from '#server/planner/port.ts'

/**
 * Times as a planner books them. Each revision of an entry is stored once, however often it is sent. A
 * revision without times withdraws the entry, or says that nobody came. One unknown field makes the whole
 * request unreadable.
 */
export type Booking = SentEntry & {
  /** Number of times that it was sent. */
  timesReceived: number
}

export class BookingLedger {
  readonly #bookings = new Map<string, Booking>()
  readonly #keys = new Map<string, string>()

  /** In the order of arrival, withdrawals included. */
  get all(): Booking[] {
    return [...this.#bookings.values()]
  }

  /** The newest revision of each entry, without withdrawn entries. */
  get valid(): Booking[] {
    const latest = new Map<string, Booking>()
    for (const one of this.all)
      if (!(one.revision < (latest.get(one.id)?.revision ?? 0))) latest.set(one.id, one)
    return [...latest.values()].filter(({ ist_von, absent }) => ist_von !== null || absent)
  }

  /** Undefined if a field is unknown, or the key was used for another request. */
  book(
    key: string,
    entries: SentEntry[],
    {
      happenings,
      fields = [],
    }: { happenings: readonly PlannedHappening[]; fields: readonly string[] | undefined },
  ): Outcome[] | undefined {
    if (
      entries.some((entry) =>
        Object.keys(entry).some((name) => !requiredFields.includes(name) && !fields.includes(name)),
      )
    )
      return undefined
    const content = JSON.stringify(entries)
    if ((this.#keys.get(key) ?? content) !== content) return undefined
    this.#keys.set(key, content)
    const plan = indexPlan(happenings)
    return entries.map((entry) => {
      const message = this.#refusalOf(entry, plan) ?? this.#take(entry)
      return { id: entry.id, accepted: message === null, message }
    })
  }

  #refusalOf(entry: SentEntry, plan: Plan): string | null {
    const isKnown =
      plan.statuses.has(entry.id) || this.all.some(({ id, proposal }) => id === entry.id && proposal)
    if (entry.proposal && !isKnown)
      return proposalRefusal(entry.proposal, plan) ?? timesRefusal(entry, undefined)
    if (!isKnown) return 'Diesen Eintrag führt die Planung nicht.'
    return timesRefusal(entry, plan.statuses.get(entry.id))
  }

  #take(entry: SentEntry): string | null {
    const name = `${entry.id}\n${entry.revision}`
    const booked = this.#bookings.get(name)
    if (booked && !isDeepStrictEqual({ ...entry, timesReceived: booked.timesReceived }, booked))
      return 'Diese Fassung ist schon mit anderen Angaben gebucht.'
    if (booked) booked.timesReceived++
    else this.#bookings.set(name, { ...entry, timesReceived: 1 })
    return null
  }
}

const requiredFields = ['id', 'revision', 'ist_von', 'ist_bis']

type Plan = { statuses: Map<string, string | null>; parts: Set<string>; numbers: Set<string | null> }

function indexPlan(happenings: readonly PlannedHappening[]): Plan {
  const parts = happenings.flatMap(({ subhappenings }) => subhappenings)
  const entries = parts.flatMap(({ entries }) => entries)
  return {
    statuses: new Map(entries.map(({ id, status }) => [id, status])),
    parts: new Set(parts.map(({ id }) => id)),
    numbers: new Set(entries.map(({ personalnummer }) => personalnummer)),
  }
}

/** Unknown people are accepted only if they come from another company (`subcontractor`). */
function proposalRefusal(
  { subhappening_id, personalnummer, subcontractor }: Proposal,
  plan: Plan,
): string | null {
  if (!plan.parts.has(subhappening_id)) return 'Dieses Team führt die Planung nicht.'
  if (subcontractor !== null || (personalnummer !== null && plan.numbers.has(personalnummer))) return null
  return 'Diese Person kennt die Planung nicht.'
}

const MAX_BOOKED_HOURS = 16

function timesRefusal({ ist_von, ist_bis }: SentEntry, status: string | null | undefined): string | null {
  if (ist_von === null && ist_bis === null) return null
  if (status === 'abgesagt') return 'Der Einsatz ist abgesagt.'
  const hours = (Date.parse(`${ist_bis}Z`) - Date.parse(`${ist_von}Z`)) / 3_600_000
  if (!(hours > 0)) return 'Das Ende liegt nicht nach dem Beginn.'
  if (hours > MAX_BOOKED_HOURS) return `Mehr als ${MAX_BOOKED_HOURS} Stunden werden nicht gebucht.`
  return null
}

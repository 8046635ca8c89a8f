import type { Outcome, PlannedHappening, SentEntry } from '#server/planner/port.ts'

/** The planner's books: each entry and revision once, however often it is told; one without times withdraws the entry. */
export type Booking = SentEntry & {
  /** How many times it was told. */
  told: number
}

export class Books {
  readonly #bookings = new Map<string, Booking>()
  readonly #keys = new Map<string, string>()

  /** In the order in which they were told, withdrawals too. */
  get all(): Booking[] {
    return [...this.#bookings.values()]
  }

  /** The latest version of each entry, but of those that are withdrawn. */
  get valid(): Booking[] {
    const latest = new Map<string, Booking>()
    for (const one of this.all)
      if (!(one.revision < (latest.get(one.id)?.revision ?? 0))) latest.set(one.id, one)
    return [...latest.values()].filter(({ ist_von }) => ist_von !== null)
  }

  /** Nothing when the key has been used for something else before. */
  book(key: string, entries: SentEntry[], happenings: readonly PlannedHappening[]): Outcome[] | undefined {
    const content = JSON.stringify(entries)
    if ((this.#keys.get(key) ?? content) !== content) return undefined
    this.#keys.set(key, content)
    const known = statusesOf(happenings)
    return entries.map((entry) => {
      const message = refusalOf(entry, known) ?? this.#take(entry)
      return { id: entry.id, accepted: message === null, message }
    })
  }

  #take(entry: SentEntry): string | null {
    const name = `${entry.id}\n${entry.revision}`
    const booked = this.#bookings.get(name)
    if (booked && (booked.ist_von !== entry.ist_von || booked.ist_bis !== entry.ist_bis))
      return 'Diese Fassung ist schon mit anderen Zeiten gebucht.'
    if (booked) booked.told++
    else this.#bookings.set(name, { ...entry, told: 1 })
    return null
  }
}

function statusesOf(happenings: readonly PlannedHappening[]): Map<string, string | null> {
  const known = new Map<string, string | null>()
  for (const { subhappenings } of happenings)
    for (const { entries } of subhappenings) for (const { id, status } of entries) known.set(id, status)
  return known
}

const LONGEST_HOURS = 16

function refusalOf({ id, ist_von, ist_bis }: SentEntry, known: Map<string, string | null>): string | null {
  if (!known.has(id)) return 'Diesen Eintrag führt die Planung nicht.'
  if (ist_von === null && ist_bis === null) return null
  if (known.get(id) === 'abgesagt') return 'Der Einsatz ist abgesagt.'
  const hours = (Date.parse(`${ist_bis}Z`) - Date.parse(`${ist_von}Z`)) / 3_600_000
  if (!(hours > 0)) return 'Das Ende liegt nicht nach dem Beginn.'
  if (hours > LONGEST_HOURS) return `Mehr als ${LONGEST_HOURS} Stunden werden nicht gebucht.`
  return null
}

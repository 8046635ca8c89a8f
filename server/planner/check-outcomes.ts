import { givenId, kindOf, recordOf, textOf, wrong } from './check-record.ts'
import type { Outcome, SentEntry } from './port.ts'

/** Takes the planner's word on each entry that was sent to it; on whatever else it may talk, nobody listens. */
const outcome = kindOf('Die Rückmeldung zu einem Zeiteintrag', 'einer Rückmeldung')

export const checkOutcome = (record: unknown): Outcome => {
  const given = recordOf(record, outcome)
  const { accepted } = given
  if (typeof accepted !== 'boolean') throw wrong('Eine Rückmeldung sagt nicht, ob die Zeit angenommen ist.')
  const id = givenId(given, outcome)
  if (id === null) throw wrong('Eine Rückmeldung nennt keinen Zeiteintrag.')
  return { id, accepted, message: textOf(given, 'message', outcome) }
}

/** One for each entry. Where two contradict each other, the refusal counts: it can be sent again. */
export function outcomesOf(entries: readonly SentEntry[], answered: readonly Outcome[]): Outcome[] {
  const byId = new Map<string, Outcome>()
  for (const one of answered) if (byId.get(one.id)?.accepted !== false) byId.set(one.id, one)
  return entries.map(
    ({ id }) => byId.get(id) ?? { id, accepted: false, message: 'Keine Antwort der Personalplanung' },
  )
}

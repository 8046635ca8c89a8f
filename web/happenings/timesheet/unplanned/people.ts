// Unplanned people who were added to a team and are not on the server yet. Each has a key, so that the server stores
// them once.
import type { KnownPerson } from '#contract/times.ts'
import { ask } from '#web/api.ts'
import { outbox } from '#web/outbox/browser.ts'
import { newKey, type Standing } from '#web/outbox/outbox.ts'
import { useRows } from '#web/outbox/use-rows.ts'
import { withFullStop } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { invalidateHappenings, type Part } from '../../queries.ts'

type AddPersonArgs = { part: Part; person: KnownPerson & { key: string } }

/**
 * Open timesheets by team, called with the id of a person added just now. Not called for one who was stored
 * later: the sheet of another person may be open by then.
 */
const openTimesheets = new Map<number, (timeentry_id: number) => void>()
const fresh = new Set<string>()

outbox.define<AddPersonArgs, { timeentry_id: number }>('person', {
  send: ([{ args }], user_id) =>
    ask('POST', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
      params: args.part,
      body: { ...args.person, last_name: args.person.last_name ?? '', user_id },
    }),
  onAccepted([{ key, args }], { timeentry_id }) {
    toast(`${fullName(args.person)} hinzugefügt`)
    const isFresh = fresh.delete(key)
    void invalidateHappenings().then(
      () => isFresh && openTimesheets.get(args.part.subhappening_id)?.(timeentry_id),
    )
  },
  onTransientFailure: ([{ key }]) => fresh.delete(key),
  onStuck({ args }, why) {
    if (!openTimesheets.has(args.part.subhappening_id)) toast(refusal(args.person, why), { tone: 'danger' })
  },
})

export function addPerson(user: number, part: Part, person: KnownPerson) {
  const args = { part, person: { ...person, key: newKey() } }
  const key = `person/${args.person.key}`
  fresh.add(key)
  outbox.put<AddPersonArgs>(user, { kind: 'person', lane: `person/${part.subhappening_id}`, key, args })
  void outbox.flush()
}

/** Registers an open screen, which shows refusals itself. */
export function followAdded(subhappening_id: number, receiver: (timeentry_id: number) => void) {
  openTimesheets.set(subhappening_id, receiver)
  return () => void openTimesheets.delete(subhappening_id)
}

export const useWaitingPeople = (user: number, subhappening_id: number) =>
  useRows<AddPersonArgs>(user, 'person').filter(({ args }) => args.part.subhappening_id === subhappening_id)

export const dropPerson = (user: number, key: string) => void outbox.drop(user, key)

const fullName = ({ first_name, last_name }: KnownPerson) => [first_name, last_name].filter(Boolean).join(' ')
const refusal = (person: KnownPerson, why: string) => `${fullName(person)} ließ sich nicht hinzufügen: ${why}`

export function personInWords(person: KnownPerson, { state, problem }: Standing) {
  if (state === 'refused') return refusal(person, problem ?? '')
  const name = fullName(person)
  return problem === undefined
    ? `${name} ist auf diesem Gerät gespeichert und kommt dazu, sobald der Server zu erreichen ist.`
    : `${name} ließ sich noch nicht hinzufügen: ${withFullStop(problem)} Auf diesem Gerät ist alles gespeichert und wird von selbst wieder gesendet.`
}

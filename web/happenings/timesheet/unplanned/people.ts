// Unplanned people who were added to a team and are not on the server yet. Each has a key, so that the server stores
// them once.
import type { KnownPerson } from '#contract/times.ts'
import { ask } from '#web/api.ts'
import { outbox } from '#web/outbox/browser.ts'
import { newKey, type SendState } from '#web/outbox/outbox.ts'
import { useOutboxRows } from '#web/outbox/use-rows.ts'
import { withFullStop } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { invalidateHappenings, type PartIds } from '../../queries.ts'

type AddPersonArgs = { part: PartIds; person: KnownPerson & { key: string } }

/**
 * Listeners of the open timesheets, by team. Called with the id of the new entry if its person was added just now.
 * Not called if the server stores the person only after a retry: the sheet of another person may be open by then.
 */
const addedListeners = new Map<number, (timeentry_id: number) => void>()
const keysAddedHere = new Set<string>()

outbox.define<AddPersonArgs, { timeentry_id: number }>('person', {
  send: ([{ args }], user_id) =>
    ask('POST', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
      params: args.part,
      body: { ...args.person, last_name: args.person.last_name ?? '', user_id },
    }),
  onAccepted([{ key, args }], { timeentry_id }) {
    toast(`${fullName(args.person)} hinzugefügt`)
    const isFresh = keysAddedHere.delete(key)
    void invalidateHappenings().then(
      () => isFresh && addedListeners.get(args.part.subhappening_id)?.(timeentry_id),
    )
  },
  onTransientFailure: ([{ key }]) => keysAddedHere.delete(key),
  onStuck({ args }, why) {
    if (!addedListeners.has(args.part.subhappening_id))
      toast(refusalText(args.person, why), { tone: 'danger' })
  },
})

export function addPerson(user: number, part: PartIds, person: KnownPerson) {
  const args = { part, person: { ...person, key: newKey() } }
  const key = `person/${args.person.key}`
  keysAddedHere.add(key)
  outbox.put<AddPersonArgs>(user, { kind: 'person', lane: `person/${part.subhappening_id}`, key, args })
  void outbox.flush()
}

/** Registers an open screen, which shows refusals itself. */
export function onPersonAdded(subhappening_id: number, receiver: (timeentry_id: number) => void) {
  addedListeners.set(subhappening_id, receiver)
  return () => void addedListeners.delete(subhappening_id)
}

export const useUnsentPeople = (user: number, subhappening_id: number) =>
  useOutboxRows<AddPersonArgs>(user, 'person').filter(
    ({ args }) => args.part.subhappening_id === subhappening_id,
  )

export const dropUnsentPerson = (user: number, key: string) => void outbox.drop(user, key)

const fullName = ({ first_name, last_name }: KnownPerson) => [first_name, last_name].filter(Boolean).join(' ')
const refusalText = (person: KnownPerson, why: string) =>
  `${fullName(person)} ließ sich nicht hinzufügen: ${why}`

export function unsentPersonText(person: KnownPerson, { state, problem }: SendState) {
  if (state === 'refused') return refusalText(person, problem ?? '')
  const name = fullName(person)
  return problem === undefined
    ? `${name} ist auf diesem Gerät gespeichert und kommt dazu, sobald der Server zu erreichen ist.`
    : `${name} ließ sich noch nicht hinzufügen: ${withFullStop(problem)} Auf diesem Gerät ist alles gespeichert und wird von selbst wieder gesendet.`
}

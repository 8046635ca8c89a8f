// People who were added and are not with the server yet: kept on the device, sent one after the other, and tried
// again when the network returns. Each has a key of its own, by which the server knows one that it already has.
import type { KnownPerson } from '#contract/times.ts'
import { ask, type Failed } from '#web/api.ts'
import { createStore } from '#web/store.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { newKey } from '#web/unsaved/new-key.ts'
import { createOutbox, isLater } from '#web/unsaved/outbox.ts'
import { sendAs } from '#web/unsaved/send-as.ts'
import { changeKept, kept, keptKeys, keptUnder } from '#web/unsaved/storage.ts'
import { happeningsChanged, type Part } from '../../queries.ts'
import { keptPeople, keysOf } from '../edits/kept-keys.ts'

export type Waiting = KnownPerson & {
  key: string
  /** Whose team it is of; an older app did not keep it. */
  happening_id?: number
  /** Why the server would not have them; undefined as long as it has not said so. */
  why?: string
}
export const spokenNameOf = ({ first_name, last_name }: KnownPerson) =>
  [first_name, last_name].filter(Boolean).join(' ')

/** What somebody is told of one whom the server would not have. */
export const refusalOf = (person: Waiting) =>
  `${spokenNameOf(person)} ließ sich nicht hinzufügen: ${person.why}`

type Outcome = { kind: 'taken'; answer: number } | { kind: 'refused'; error: Failed } | { kind: 'gone' }

const known = new Map<string, WaitingPeople>()
type WaitingPeople = ReturnType<typeof create>

/** The same for as long as the window is open. */
export function waitingPeople(user_id: number, part: Part): WaitingPeople {
  const key = keptPeople({ user_id, subhappening_id: part.subhappening_id })
  const found = known.get(key) ?? create(user_id, part, key)
  known.set(key, found)
  return found
}

/** Sends what was left of all teams, also of those that nobody opens again. */
export async function addLeft(user_id: number) {
  const start = keysOf(user_id)
  for (const key of (await keptKeys(start)) ?? []) {
    const [subhappening, people] = key.slice(start.length).split('/')
    if (!people) continue
    const [person] = (await kept<Waiting[]>(key)) ?? []
    if (person?.happening_id === undefined) continue
    const part = { happening_id: person.happening_id, subhappening_id: Number(subhappening) }
    await waitingPeople(user_id, part).resume()
  }
}

function create(user_id: number, part: Part, kept_as: string) {
  const items = createStore<readonly Waiting[]>([])
  const receivers = new Set<(timeentry_id: number) => void>()
  /** Just added: whoever comes later would take the sheet away under somebody's thumb. */
  const fresh = new Set<string>()
  /** Those that the browser had: who is there no more has been sent or discarded by another window. */
  const seenKept = new Set<string>()
  const outbox = createOutbox<Waiting, Outcome>({
    next: () => items.get().find(({ why }) => why === undefined),
    send: async (person) =>
      (await isGone(person)) ? { kind: 'gone' } : sendAs(user_id, () => add(part, { ...person, user_id })),
    onDone(person, outcome) {
      if (isLater(outcome)) {
        fresh.clear()
        void listKept()
      } else if (outcome.kind === 'gone') drop(person.key)
      else if (outcome.kind === 'refused') refused(person, outcome.error.message)
      else void taken(person, outcome.answer)
    },
    onChange: () => items.set([...items.get()]),
  })

  /** Of all windows; undefined where it cannot be known. */
  async function listKept(): Promise<Waiting[] | undefined> {
    const left = (await keptUnder<Waiting[]>(kept_as))?.flat()
    for (const { key } of left ?? []) seenKept.add(key)
    return left
  }
  const isGone = async ({ key }: Waiting) =>
    seenKept.has(key) && (await listKept())?.every((one) => one.key !== key)

  const change = (by: (before: readonly Waiting[]) => Waiting[]) => {
    items.set(by(items.get()))
    // Another window may have somebody of its own there: what is kept is changed, never replaced by what is known here.
    void changeKept<Waiting[]>(kept_as, (stored = []) => {
      const left = by(stored)
      return left.length > 0 ? left : undefined
    })
  }
  const drop = (key: string) => change((before) => before.filter((one) => one.key !== key))
  const refused = (person: Waiting, why: string) => {
    change((before) => before.map((one) => (one.key === person.key ? { ...one, why } : one)))
    if (receivers.size === 0) toast(refusalOf({ ...person, why }), { tone: 'danger' })
  }

  async function taken(person: Waiting, timeentry_id: number) {
    drop(person.key)
    toast(`${spokenNameOf(person)} hinzugefügt`)
    const isFresh = fresh.delete(person.key)
    await happeningsChanged()
    if (isFresh) for (const receiver of receivers) receiver(timeentry_id)
  }

  return {
    items,
    /** Out of reach: they go by themselves later. */
    isWaiting: outbox.isWaiting,
    /** What the server said meanwhile; undefined where there is no connection. */
    problem: outbox.problem,
    add(person: KnownPerson) {
      const key = newKey()
      fresh.add(key)
      change((before) => [...before, { ...person, key, happening_id: part.happening_id }])
      void outbox.flush()
    },
    drop,
    /** For a sheet on the screen, which says by itself who was refused: told of each that is taken at once. */
    onTaken(receiver: (timeentry_id: number) => void) {
      receivers.add(receiver)
      return () => void receivers.delete(receiver)
    },
    /** Takes up what was left on this device. */
    async resume() {
      const left = (await listKept()) ?? []
      const isNew = ({ key }: Waiting) => items.get().every((one) => one.key !== key)
      items.set([...left.filter(isNew), ...items.get()])
      void outbox.wake()
    },
  }
}

const add = async (part: Part, { why: _why, happening_id: _of, ...person }: Waiting & { user_id: number }) =>
  (
    await ask('POST', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
      params: part,
      body: { ...person, last_name: person.last_name ?? '' },
    })
  ).timeentry_id

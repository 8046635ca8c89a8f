// What somebody has applied out of reach, and has left since: it goes to the server as soon as there is a way,
// wherever they are in the app, exactly as it was pressed. What was changed after that waits for a press of its own,
// and where others have changed the same, somebody has to decide in the sheet. A sheet that is open does it itself.
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { createOutbox, isLater, type Later } from '#web/unsaved/outbox.ts'
import { sendAs } from '#web/unsaved/send-as.ts'
import { keptKeys } from '#web/unsaved/storage.ts'
import { recordTimes } from '../queries.ts'
import { appliedOf, applyEdits } from './apply-edits.ts'
import { applied, type Edits, stillAsPressed } from './edits.ts'
import { changeEdits, isOpen, keptEdits, noLongerOwed, owedFor } from './kept-edits.ts'
import { keptCountQuery, owedOf, type Whose } from './kept-keys.ts'
import { leftUnanswered } from './unanswered.ts'

type Person = { user_id: number }

let due: Person | undefined
const outbox = createOutbox<Person, { kind: 'done' }>({
  next: () => due,
  send: async ({ user_id }) => (await applyAll(user_id)) ?? { kind: 'done' },
  onDone(person, outcome) {
    if (!isLater(outcome) && due === person) due = undefined
  },
  onChange: () => {},
})

/** Tried again until all of it has been answered. */
export function applyOwed(user_id: number): Promise<void> {
  due = { user_id }
  return outbox.wake()
}

/** Where nobody answered, or something between did, it may be stored all the same. */
export async function keepUnanswered(whose: Whose, sent: Edits, status: number | undefined) {
  if (status === 0 || (status ?? 0) >= 500)
    await changeEdits(whose, (present) => leftUnanswered(present, sent))
}

/** Answers why some of it waits. */
async function applyAll(user_id: number): Promise<Later | undefined> {
  const start = owedOf({ user_id, subhappening_id: '' })
  let later: Later | undefined
  for (const key of (await keptKeys(start)) ?? [])
    later = (await applyOne({ user_id, subhappening_id: Number(key.slice(start.length)) })) ?? later
  return later
}

async function applyOne(whose: Whose): Promise<Later | undefined> {
  if (isOpen(whose)) return undefined
  const owed = await owedFor(whose)
  if (!owed) return undefined
  const due = stillAsPressed(owed.edits, await keptEdits(whose))
  const outcome = await sendAs(whose.user_id, async () => {
    const done = await applyEdits(due, (changes) => recordTimes(owed.part, whose.user_id, changes))
    return done ?? { stored: new Map(), disputes: [...due.keys()] }
  })
  if (outcome.kind === 'later') {
    await keepUnanswered(whose, due, outcome.status)
    return outcome
  }
  await noLongerOwed(whose, owed.edits)
  if (outcome.kind === 'refused') {
    toast(`Die Zeiten von „${owed.team}“ wurden nicht übernommen: ${outcome.error.message}`, {
      tone: 'danger',
    })
    return undefined
  }
  const { stored, disputes } = outcome.answer
  await changeEdits(whose, (present) => applied(present, stored))
  await queryClient.invalidateQueries({ queryKey: keptCountQuery(whose).queryKey })
  if (disputes.length > 0)
    toast(`Nicht alle Zeiten von „${owed.team}“ wurden übernommen. Bitte sehen Sie dort nach.`, {
      tone: 'info',
    })
  else if (stored.size > 0) toast(appliedOf(owed.team))
  return undefined
}

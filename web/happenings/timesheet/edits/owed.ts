// What somebody has applied out of reach, and has left since: it goes to the server as soon as there is a way,
// wherever they are in the app, exactly as it was pressed. What was changed after that waits for a press of its own,
// and where others have changed the same, somebody has to decide in the sheet. A sheet that is open does it itself.
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { sendAs } from '#web/unsaved/send-as.ts'
import { keptKeys } from '#web/unsaved/storage.ts'
import { recordTimes } from '../queries.ts'
import { applyEdits } from './apply-edits.ts'
import { applied, stillAsPressed } from './edits.ts'
import { editsQuery, keptEdits, noLongerOwed, owedFor, setEdits } from './kept-edits.ts'
import { keptCountQuery, owedOf, type Whose } from './kept-keys.ts'

export async function applyOwed(user_id: number) {
  const start = owedOf({ user_id, subhappening_id: '' })
  for (const key of (await keptKeys(start)) ?? [])
    await applyOne({ user_id, subhappening_id: Number(key.slice(start.length)) })
}

async function applyOne(whose: Whose) {
  if (isOpen(whose)) return
  const owed = await owedFor(whose)
  if (!owed) return
  const due = stillAsPressed(owed.edits, await keptEdits(whose))
  const outcome = await sendAs(whose.user_id, async () => {
    const done = await applyEdits(due, (changes) => recordTimes(owed.part, changes))
    return done ?? { stored: new Map(), disputes: [...due.keys()] }
  })
  if (outcome.kind === 'later') return
  await noLongerOwed(whose)
  if (outcome.kind === 'refused') {
    toast(`Die Zeiten von „${owed.team}“ wurden nicht übernommen: ${outcome.error.message}`, {
      tone: 'danger',
    })
    return
  }
  const { stored, disputes } = outcome.answer
  if (stored.size > 0) await setEdits(whose, applied(await keptEdits(whose), stored))
  await queryClient.invalidateQueries({ queryKey: keptCountQuery(whose).queryKey })
  if (disputes.length > 0)
    toast(`Nicht alle Zeiten von „${owed.team}“ wurden übernommen. Bitte sehen Sie dort nach.`, {
      tone: 'info',
    })
  else if (stored.size > 0) toast(`Zeiten von „${owed.team}“ übernommen`)
}

const isOpen = (whose: Whose) =>
  queryClient
    .getQueryCache()
    .find({ queryKey: editsQuery(whose).queryKey })
    ?.isActive() ?? false

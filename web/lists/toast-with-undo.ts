// Toast with undo after a bulk action.
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { formatNumber } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { offerUndo } from '#web/undo/offer-undo.ts'

type MassResult = { changed: number; undo_id: number | null }

/** `domain`: key of the queries to refresh, and of the `UndoLines` that offer the undo after the toast is gone. */
export function toastWithUndo(sentence: string, { undo_id }: MassResult, domain: string) {
  if (undo_id === null) toast(sentence)
  else offerUndo(domain, sentence, () => undo(undo_id, domain))
}

async function undo(undo_id: number, domain: string) {
  const { undone, left } = await ask('POST', '/undo/{undo_id}/', { params: { undo_id } })
  await queryClient.invalidateQueries({ queryKey: [domain] })
  toast(undoneInWords(undone, left), { tone: left > 0 ? 'info' : 'success' })
}

/** The server leaves records alone that somebody has changed since; `left` counts them. */
function undoneInWords(undone: number, left: number): string {
  if (left === 0) return 'Rückgängig gemacht'
  const stays =
    left === 1
      ? 'Eines hat inzwischen jemand geändert, das bleibt so.'
      : `${formatNumber(left)} hat inzwischen jemand geändert, die bleiben so.`
  return undone === 0
    ? `Nichts rückgängig gemacht. ${stays}`
    : `${formatNumber(undone)} rückgängig gemacht. ${stays}`
}

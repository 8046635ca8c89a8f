// Actions without a dialog; each confirms with a toast.
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { copyDoc, restoreDoc } from './changes.ts'

export type Named = { id: number; name: string }

/** `onOpen` navigates to the copy, which may be on another page of the list. */
export async function copy({ id }: Named, onOpen: (copyId: number) => void) {
  try {
    const copyId = await copyDoc(id)
    toast('Prozess kopiert', { action: { text: 'Kopie öffnen', onPick: () => onOpen(copyId) } })
  } catch (problem) {
    toastFailure(problem)
  }
}

/** Shown after deleting. */
export const offerUndo = (doc: Named) =>
  toast('Prozess gelöscht', {
    action: { text: 'Rückgängig', onPick: () => void restore(doc) },
  })

export async function restore({ id }: Named) {
  try {
    await restoreDoc(id)
    toast('Prozess wiederhergestellt')
  } catch (problem) {
    toastFailure(problem)
  }
}

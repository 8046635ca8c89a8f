// Actions without a dialog; each confirms with a toast.
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { copyDoc, restoreDoc } from './changes.ts'

export type DocRef = { id: number; name: string }

/** `onOpen` navigates to the copy, which may be on another page of the list. */
export async function copyWithToast({ id }: DocRef, onOpen: (copyId: number) => void) {
  try {
    const copyId = await copyDoc(id)
    toast('Prozess kopiert', { action: { text: 'Kopie öffnen', onPick: () => onOpen(copyId) } })
  } catch (problem) {
    toastFailure(problem)
  }
}

/** Shown after deleting. */
export const offerRestore = (doc: DocRef) =>
  toast('Prozess gelöscht', {
    action: { text: 'Rückgängig', onPick: () => void restoreWithToast(doc) },
  })

export async function restoreWithToast({ id }: DocRef) {
  try {
    await restoreDoc(id)
    toast('Prozess wiederhergestellt')
  } catch (problem) {
    toastFailure(problem)
  }
}

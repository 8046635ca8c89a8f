/** What is done to a process without a dialog of its own; each says by a short message what it did. */
import { Failed } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'
import { copyDoc, restoreDoc } from './queries.ts'

export type Named = { id: number; name: string }

/** `onOpen` leads to the copy, which may lie on another page of the list. */
export const copy = ({ id }: Named, onOpen: (copyId: number) => void) =>
  told(async () => {
    const copyId = await copyDoc(id)
    toast('Prozess kopiert', { action: { text: 'Kopie öffnen', onPick: () => onOpen(copyId) } })
  })

/** To be called once it is deleted. */
export const offerUndo = (doc: Named) =>
  toast('Prozess gelöscht', {
    action: { text: 'Rückgängig', onPick: () => void restore(doc) },
  })

export const restore = ({ id }: Named) =>
  told(async () => {
    await restoreDoc(id)
    toast('Prozess wiederhergestellt')
  })

/** Where no dialog is open, a refusal has nowhere else to stand. */
async function told(act: () => Promise<unknown>) {
  try {
    await act()
  } catch (problem) {
    toast(problem instanceof Failed ? problem.message : 'Technischer Fehler', { tone: 'danger' })
  }
}

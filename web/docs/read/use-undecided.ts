import { toast } from '#web/ui/toast.tsx'
import { useLeaving } from '#web/unsaved/use-leaving.ts'
import type { AnswersStore } from './answers-store.ts'

/** Whoever leaves a document that still has to be decided about is told so, and that nothing is lost. */
export const useUndecided = (store: AnswersStore, name: string) =>
  useLeaving({
    mayClose: () => true,
    mayLeave() {
      const count = store.whole().disputed
      if (count > 0) toast(undecided(count, name), { tone: 'info' })
      return true
    },
  })

const undecided = (count: number, name: string) =>
  count === 1
    ? `In „${name}“ ist eine Angabe noch nicht gespeichert. Sie bleibt auf diesem Gerät, bis Sie am Feld entscheiden.`
    : `In „${name}“ sind ${count} Angaben noch nicht gespeichert. Sie bleiben auf diesem Gerät, bis Sie an den Feldern entscheiden.`

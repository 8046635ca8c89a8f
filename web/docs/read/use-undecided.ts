import { useBlocker } from '@tanstack/react-router'
import { toast } from '#web/ui/toast.tsx'
import type { AnswersStore } from './answers-store.ts'

/** Whoever leaves a document that still has to be decided about is told so, and that nothing is lost. */
export function useUndecided(store: AnswersStore, name: string) {
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn({ current, next }) {
      const count = store.whole().disputed
      if (count > 0 && current.pathname !== next.pathname && next.pathname !== '/login')
        toast(undecided(count, name), { tone: 'info' })
      return false
    },
  })
}

const undecided = (count: number, name: string) =>
  count === 1
    ? `In „${name}“ ist eine Angabe noch nicht gespeichert. Sie bleibt auf diesem Gerät, bis Sie am Feld entscheiden.`
    : `In „${name}“ sind ${count} Angaben noch nicht gespeichert. Sie bleiben auf diesem Gerät, bis Sie an den Feldern entscheiden.`

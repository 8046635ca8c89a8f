// Before the editor is left with something unsaved: stay, leave it in this browser, or save it first.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLeaving } from '#web/outbox/leaving.ts'
import type { Editor } from '../editor.ts'

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }))

/** Draws the question while it stands. `save` answers whether it is saved. */
export function useAskedLeaving(
  editor: Editor,
  isSaved: () => boolean,
  save: () => Promise<boolean>,
): ReactNode {
  const [asked, setAsked] = useState<{ answer: (mayLeave: boolean) => void }>()
  const ask = () => new Promise<boolean>((answer) => setAsked({ answer }))
  useLeaving({ wouldLose: () => !isSaved(), confirmLeave: () => isSaved() || ask() })
  if (!asked) return null
  const answer = (mayLeave: boolean) => {
    setAsked(undefined)
    asked.answer(mayLeave)
  }
  return (
    <Suspense fallback={null}>
      <LeaveDialog
        editor={editor}
        onStay={() => answer(false)}
        onLeave={() => answer(true)}
        onSave={async () => answer(await save())}
      />
    </Suspense>
  )
}

import { createContext, use, useLayoutEffect } from 'react'
import { useWhole } from './use-answers.ts'

/** The screen around a document is told here whether something was typed into it that stands nowhere else. */
export const HoldingContext = createContext<(isHolding: boolean) => void>(() => {})

/** While something is unsaved the document stays on the screen, even when the server has it no more. */
export function useHolding() {
  const tell = use(HoldingContext)
  const { unsaved, lost } = useWhole()
  const isHolding = unsaved > 0 || lost.length > 0
  // Told before the next paint: the document may go at any moment.
  useLayoutEffect(() => {
    tell(isHolding)
    return () => tell(false)
  }, [tell, isHolding])
}

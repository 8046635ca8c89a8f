import { use, useLayoutEffect } from 'react'
import { HoldingContext } from './holding.ts'
import { useWhole } from './use-answers.ts'

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

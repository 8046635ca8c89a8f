import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { focusHeading } from '#web/ui/focus-on.ts'

/**
 * On the way to another screen the focus goes along, to the heading there, unless the screen has a better place for it.
 * Dialogs see to their own; whatever else changes in the address leaves it where it is.
 */
export function useFocusHeading() {
  const screen = useRouterState({
    select: ({ status, matches }) =>
      status === 'idle' ? matches.findLast(({ staticData }) => !staticData.dialog)?.pathname : undefined,
  })
  const before = useRef<string>(undefined)
  const focused = useRef<Element>(null)
  useEffect(() => {
    if (screen === undefined) {
      focused.current = document.activeElement
      return
    }
    const isOther = before.current !== undefined && before.current !== screen
    before.current = screen
    const isLeft = document.activeElement === document.body || document.activeElement === focused.current
    if (isOther && isLeft) focusHeading()
  }, [screen])
}

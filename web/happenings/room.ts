// Desktop or mobile layout, by the width of the window.
import { useEffect, useState } from 'react'
import { isTouch } from '#web/ui/media.ts'

/** Required width in rem for the table or calendar. */
export const LIST_DESKTOP_REM = 43
/** Required width in rem for the timesheet beside the menu. */
export const TIMESHEET_DESKTOP_REM = 76

/** True if the window is at least `rem` wide, so larger text needs a larger window. Always false on touch devices. */
export function useFitsDesktop(rem: number): boolean {
  const [has, setHas] = useState(() => fitsDesktop(rem))
  useEffect(() => {
    const again = () => setHas(fitsDesktop(rem))
    window.addEventListener('resize', again)
    return () => window.removeEventListener('resize', again)
  }, [rem])
  return has
}

/** Without a component, for loaders. */
export function fitsDesktop(rem: number): boolean {
  if (isTouch()) return false
  return innerWidth >= rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

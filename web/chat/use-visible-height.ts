/** The keyboard of an iPhone covers the page without making it smaller: what is left of it is told to the style. */
import { useEffect } from 'react'

export function useVisibleHeight() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    const { style } = document.documentElement
    const adjust = () => {
      // Somebody who has zoomed in sees less, but has no less room.
      const isCovered = view.scale < 1.01 && view.height < window.innerHeight - 1
      if (isCovered) {
        style.setProperty('--visible', `${view.height}px`)
        // It also pushes the page up, and with it the head out of sight.
        window.scrollTo(0, 0)
      } else style.removeProperty('--visible')
    }
    view.addEventListener('resize', adjust)
    return () => {
      view.removeEventListener('resize', adjust)
      style.removeProperty('--visible')
    }
  }, [])
}

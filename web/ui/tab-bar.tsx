// Tabs as links; the router marks the current one.
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import css from './tab-bar.module.css'

/** Children are the router's `Link`s, which set `aria-current="page"` themselves. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  const router = useRouter()
  const showCurrent = useCallback(
    (bar: HTMLElement) => {
      scrollToCurrent(bar)
      // Again after the router's scroll restoration.
      return router.subscribe('onRendered', () => scrollToCurrent(bar))
    },
    [router],
  )
  return (
    <nav ref={showCurrent} aria-label={label} className={`${css['bar']} sideways`}>
      {children}
    </nav>
  )
}

/** Scrolls the current tab into view, but only sideways: `scrollIntoView` would also scroll the page. */
function scrollToCurrent(bar: HTMLElement) {
  const tab = bar.querySelector<HTMLElement>('[aria-current]')
  if (!tab) return
  const begin = tab.offsetLeft
  const end = begin + tab.offsetWidth - bar.clientWidth
  bar.scrollLeft = Math.min(Math.max(bar.scrollLeft, end), begin)
}

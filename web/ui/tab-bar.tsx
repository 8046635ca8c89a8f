// Tabs that are links: each tab is an address, the current one is marked by the router.
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import css from './tab-bar.module.css'

/** Children are the router's `Link`s; the active one carries `aria-current="page"` by itself. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  const router = useRouter()
  const showCurrent = useCallback(
    (bar: HTMLElement) => {
      toCurrent(bar)
      // Once more after the router, which restores the scroll position of the bar, even that of another tab.
      return router.subscribe('onRendered', () => toCurrent(bar))
    },
    [router],
  )
  return (
    <nav ref={showCurrent} aria-label={label} className={`${css['bar']} sideways`}>
      {children}
    </nav>
  )
}

/** Sideways only: the page keeps its place. */
function toCurrent(bar: HTMLElement) {
  const tab = bar.querySelector<HTMLElement>('[aria-current]')
  if (!tab) return
  const begin = tab.offsetLeft
  const end = begin + tab.offsetWidth - bar.clientWidth
  bar.scrollLeft = Math.min(Math.max(bar.scrollLeft, end), begin)
}

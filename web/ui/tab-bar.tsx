/** Tabs that are links: each tab is an address, the current one is marked by the router. */
import type { ReactNode } from 'react'
import css from './tab-bar.module.css'

/** Children are the router's `Link`s; the active one carries `aria-current="page"` by itself. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav ref={toCurrent} aria-label={label} className={`${css['bar']} sideways`}>
      {children}
    </nav>
  )
}

/** Whoever opens the address of a tab sees which one it is. */
const toCurrent = (bar: HTMLElement | null) =>
  bar?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })

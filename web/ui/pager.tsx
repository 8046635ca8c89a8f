/** Leads through the pages of a list; where there is only one, it is not there. */
import type { ReactNode } from 'react'
import { ChevronLeftIcon, ChevronRightIcon, FirstIcon, LastIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import css from './pager.module.css'
import { pagerRange } from './pager-range.ts'

type Props = {
  /** Counted from 0. */
  page: number
  pages: number
  onPage: (page: number) => void
  label?: string
}

export function Pager({ page, pages, onPage, label = 'Seiten' }: Props) {
  const { shown, text, first, previous, next, last } = pagerRange(page, pages)
  if (!shown) return null
  const step = (label: string, icon: ReactNode, to: number | undefined) => (
    <IconButton
      label={label}
      icon={icon}
      // Not `disabled`: at the last page the pressed button would lose the focus.
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onPage(to)}
    />
  )
  return (
    <nav aria-label={label} className={css['pager']}>
      {step('Erste Seite', <FirstIcon />, first)}
      {step('Vorige Seite', <ChevronLeftIcon />, previous)}
      <span role="status" className={css['text']}>
        {text}
      </span>
      {step('Nächste Seite', <ChevronRightIcon />, next)}
      {step('Letzte Seite', <LastIcon />, last)}
    </nav>
  )
}

// Leads through the pages of a list, if there are several. A page beyond the last becomes the last.
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { ChevronLeftIcon, ChevronRightIcon, line } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import css from './pager.module.css'
import { pagerRange } from './pager-range.ts'

const FirstIcon = line('M14 5.5 9.5 10l4.5 4.5M5.75 5.5v9')
const LastIcon = line('m6 5.5 4.5 4.5L6 14.5M14.25 5.5v9')

type Props = {
  /** Counted from 0. */
  page: number
  pages: number
  /** `replace` when nobody asked: the way back then leads past it. */
  onPage: (page: number, replace: boolean) => void
  label?: string
}

export function Pager({ page, pages, onPage, label = 'Seiten' }: Props) {
  const { shown, text, first, previous, next, last, beyond } = pagerRange(page, pages)
  const turn = useEffectEvent(onPage)
  useEffect(() => {
    if (beyond !== undefined) turn(beyond, true)
  }, [beyond])
  if (!shown) return null
  const step = (label: string, icon: ReactNode, to: number | undefined) => (
    <IconButton
      label={label}
      icon={icon}
      // Not `disabled`: at the last page the pressed button would lose the focus.
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onPage(to, false)}
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

// Pager, if there are several pages. Goes to the last page if the current one no longer exists.
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { ChevronLeftIcon, ChevronRightIcon, createLineIcon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import css from './pager.module.css'
import { pagerRange } from './pager-range.ts'

const FirstIcon = createLineIcon('M14 5.5 9.5 10l4.5 4.5M5.75 5.5v9')
const LastIcon = createLineIcon('m6 5.5 4.5 4.5L6 14.5M14.25 5.5v9')

type Props = {
  /** 0-based. */
  page: number
  pages: number
  /** `replace`: no new history entry. */
  onPage: (page: number, replace: boolean) => void
}

export function Pager({ page, pages, onPage }: Props) {
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
      // Not `disabled`, which would drop the focus.
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onPage(to, false)}
    />
  )
  return (
    <nav aria-label="Seiten" className={css['pager']}>
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

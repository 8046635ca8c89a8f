import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import { formatNumber } from '#web/ui/format.ts'
import { ChevronRightIcon } from '#web/ui/icon.tsx'
import css from './today.module.css'

type CardProps = { title: string; icon: ReactNode; all?: ReactNode; children: ReactNode }

/** One matter of the day. `all` is a link to all of it. */
export function Card({ title, icon, all, children }: CardProps) {
  const heading = useId()
  return (
    <section className={css['card']} aria-labelledby={heading}>
      <header className={css['head']}>
        {icon}
        <h2 id={heading}>{title}</h2>
        {all}
      </header>
      {children}
    </section>
  )
}

type LineProps = {
  /** Without children: the whole line is the link. */
  link: ReactElement<{ className?: string | undefined; children?: ReactNode }>
  /** A sign before the words. */
  start?: ReactNode
  what: ReactNode
  more?: ReactNode
}

export const Line = ({ link, start, what, more }: LineProps) =>
  cloneElement(link, {
    className: css['line'],
    children: (
      <>
        {start}
        <span className={css['words']}>
          <span className={css['what']}>{what}</span>
          {more && <span className={css['about']}>{more}</span>}
        </span>
        <ChevronRightIcon size={18} />
      </>
    ),
  })

type OnlyHereProps = { isDue?: boolean; children: ReactNode }

/** What was entered without a network: nobody else knows of it yet. `isDue`: it waits for somebody. */
export const OnlyHere = ({ isDue = false, children }: OnlyHereProps) => (
  <b className={css['here']} data-due={isDue || undefined}>
    {children}
  </b>
)

/** In place of lines: that nothing is to be done here. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className={css['nothing']}>{children}</p>

type MoreProps = {
  count: number
  one: string
  many: string
  /** Without children: to the list in which they stand. */
  link: ReactElement<{ className?: string | undefined; children?: ReactNode }>
}

/** How many there are beside those on the card, and the way to them. */
export function More({ count, one, many, link }: MoreProps) {
  if (count <= 0) return null
  return cloneElement(link, {
    className: css['more'],
    children: (
      <>
        <span>
          und {formatNumber(count)} {count === 1 ? one : many}
        </span>
        <ChevronRightIcon size={18} />
      </>
    ),
  })
}

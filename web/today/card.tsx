import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import { formatCount } from '#web/ui/format.ts'
import { ChevronRightIcon } from '#web/ui/icon.tsx'
import css from './today.module.css'

type CardProps = { title: string; icon: ReactNode; all?: ReactNode; children: ReactNode }

/** A topic on „Heute“. `all`: link to the complete list, or a button. */
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

type CardLineProps = {
  /** A link or button without children. `CardLine` clones it around the whole content. */
  link: ReactElement<{ className?: string | undefined; children?: ReactNode }>
  /** Icon at the start. */
  start?: ReactNode
  what: ReactNode
  more?: ReactNode
}

export const CardLine = ({ link, start, what, more }: CardLineProps) =>
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

/** Empty state of a card. */
export const CardEmpty = ({ children }: { children: ReactNode }) => (
  <p className={css['nothing']}>{children}</p>
)

type CardMoreProps = {
  count: number
  one: string
  many: string
  /** A link without children, to the complete list. */
  link: ReactElement<{ className?: string | undefined; children?: ReactNode }>
}

/** Number of further items, with a link. */
export function CardMore({ count, one, many, link }: CardMoreProps) {
  if (count <= 0) return null
  return cloneElement(link, {
    className: css['more'],
    children: (
      <>
        <span>und {formatCount(count, one, many)}</span>
        <ChevronRightIcon size={18} />
      </>
    ),
  })
}

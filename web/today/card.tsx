import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import { counted } from '#web/ui/format.ts'
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

type LineProps = {
  /** A link or button without children. `Line` clones it around the whole content. */
  link: ReactElement<{ className?: string | undefined; children?: ReactNode }>
  /** Icon at the start. */
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

/** Empty state of a card. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className={css['nothing']}>{children}</p>

type MoreProps = {
  count: number
  one: string
  many: string
  /** A link without children, to the complete list. */
  link: ReactElement<{ className?: string | undefined; children?: ReactNode }>
}

/** Number of further items, with a link. */
export function More({ count, one, many, link }: MoreProps) {
  if (count <= 0) return null
  return cloneElement(link, {
    className: css['more'],
    children: (
      <>
        <span>und {counted(count, one, many)}</span>
        <ChevronRightIcon size={18} />
      </>
    ),
  })
}

/** A part of the screen „Betrieb“ under a heading of its own. */
import { type ReactNode, useId } from 'react'
import css from './operation.module.css'

export function Section({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css['section']}>
      <div className={css['head']}>
        <h2 id={id}>{title}</h2>
        {aside && <span className={css['aside']}>{aside}</span>}
      </div>
      {children}
    </section>
  )
}

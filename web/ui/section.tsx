// Section of a page with a heading.
import { type ReactNode, Suspense, useId } from 'react'
import css from './section.module.css'

/** `aside`: at the end of the heading's line. */
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
        {aside}
      </div>
      <Suspense>{children}</Suspense>
    </section>
  )
}

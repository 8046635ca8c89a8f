// One family of components on the kit page.
import type { ReactNode } from 'react'
import css from './kit.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Items in a row, or in equal columns. */
export function Row({ children, grid = false }: { children: ReactNode; grid?: boolean }) {
  return <div className={grid ? css['grid'] : css['row']}>{children}</div>
}

// Name-value pairs, side by side where there is room.
import type { ReactNode } from 'react'
import css from './details-list.module.css'

export type DetailItem = { name: string; value: ReactNode }

export function DetailsList({ items }: { items: readonly DetailItem[] }) {
  return (
    <dl className={css['list']}>
      {items.map(({ name, value }) => (
        <div key={name} className={css['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

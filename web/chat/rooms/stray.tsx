import { Sending } from '../sending.tsx'
import type { Unsent } from '../unsent.ts'
import css from './rooms.module.css'

/** What was refused of a room that its author has lost meanwhile: nowhere else could it be read or discarded. */
export function Stray({ items }: { items: readonly Unsent[] }) {
  return (
    <section aria-label="Nicht gesendet" className={css['stray']}>
      <h2>Nicht gesendet</h2>
      <ul>
        {items.map((unsent) => (
          <li key={unsent.client_key}>
            <p dir="auto">{unsent.content || 'Bild'}</p>
            <Sending unsent={unsent} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the signs of the matrix mean. */
import type { CellState } from '#contract/users.ts'
import { words } from './cells.ts'
import css from './matrix.module.css'

export function Legend() {
  return (
    <ul className={css['legend']} aria-label="Zeichen">
      {(Object.keys(words) as CellState[]).map((state) => (
        <li key={state}>
          <span className={`${css['sample']} ${css[state]}`} aria-hidden="true" />
          {words[state]}
        </li>
      ))}
    </ul>
  )
}

import { useMemo } from 'react'
import { useStore } from '#web/store.ts'
import { outbox } from './browser.ts'
import type { Keyed, Standing } from './outbox.ts'

/** A person's rows of one kind in order, with their state. */
export function useRows<T>(owner: number, kind: string): readonly (Keyed<T> & { standing: Standing })[] {
  const rows = useStore(outbox.rows<T>(owner))
  const state = useStore(outbox.state)
  // oxlint-disable-next-line react/exhaustive-deps -- how it stands is read of the state
  return useMemo(() => rowsOf<T>(owner, kind), [owner, kind, rows, state])
}

export const rowsOf = <T>(owner: number, kind: string) =>
  [...outbox.rows<T>(owner).get()]
    .filter(([, row]) => row.kind === kind)
    .map(([key, row]) => ({ ...row, key, standing: outbox.standing(owner, { ...row, key }) }))
    .toSorted((one, other) => one.at - other.at)

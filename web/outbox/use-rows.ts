import { useMemo } from 'react'
import { useStore } from '#web/store.ts'
import { outbox } from './browser.ts'
import type { KeyedRow, SendState } from './outbox.ts'

type RowWithState<T> = KeyedRow<T> & { standing: SendState }

/** A person's rows in order of sending, with their state. Without `kind`: rows of all kinds. */
export function useOutboxRows<T>(owner: number, kind?: string): readonly RowWithState<T>[] {
  const rows = useStore(outbox.rows<T>(owner))
  const state = useStore(outbox.states)
  // oxlint-disable-next-line react/exhaustive-deps -- how it stands is read of the state
  return useMemo(() => getOutboxRows<T>(owner, kind), [owner, kind, rows, state])
}

export const getOutboxRows = <T>(owner: number, kind?: string): RowWithState<T>[] =>
  [...outbox.rows<T>(owner).get()]
    .filter(([, row]) => kind === undefined || row.kind === kind)
    .map(([key, row]) => ({ ...row, key, standing: outbox.standing(owner, { ...row, key }) }))
    .toSorted((one, other) => one.at - other.at)

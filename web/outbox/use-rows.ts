import { useMemo } from 'react'
import { useStore } from '#web/store.ts'
import { outbox } from './browser.ts'
import type { KeyedRow, SendState } from './outbox.ts'

type RowWithState<T> = KeyedRow<T> & { sendState: SendState }

/** A person's rows in order of sending, with their state. Without `kind`: rows of all kinds. */
export function useOutboxRows<T>(owner: number, kind?: string): readonly RowWithState<T>[] {
  const rows = useStore(outbox.rows<T>(owner))
  const state = useStore(outbox.states)
  // oxlint-disable-next-line react/exhaustive-deps -- `outbox.sendState` reads `states` and `rows`
  return useMemo(() => getOutboxRows<T>(owner, kind), [owner, kind, rows, state])
}

export const getOutboxRows = <T>(owner: number, kind?: string): RowWithState<T>[] =>
  [...outbox.rows<T>(owner).get()]
    .filter(([, row]) => kind === undefined || row.kind === kind)
    .map(([key, row]) => ({ ...row, key, sendState: outbox.sendState(owner, { ...row, key }) }))
    .toSorted((one, other) => one.at - other.at)

import { useState } from 'react'
import type { GoneRefusal } from '#contract/shapes.ts'
import { CallError, errorSentence } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { SelectedRowsBar } from './selected-rows-bar.tsx'
import { toastWithUndo } from './toast-with-undo.ts'

/** Above this number of records the action needs a confirmation. */
const CONFIRM_ABOVE = 20

type Props<S extends string> = {
  ids: readonly number[]
  /** E.g. '12 Veranstaltungen'. */
  inWords: (count: number) => string
  statuses: readonly S[]
  /** Explanation of each status. */
  meaning: Record<S, string>
  onStatus: (status: S) => Promise<{ changed: number; undo_id: number | null }>
  /** Key of the queries to refresh. */
  domain: string
  onSelect: (keys: ReadonlySet<string>) => void
}

/** Sets the status of all selected records. Asks first above `CONFIRM_ABOVE` records, offers undo afterwards. */
export function MassStatus<S extends string>(props: Props<S>) {
  const { ids, inWords, statuses, meaning, onStatus, domain, onSelect } = props
  const count = ids.length
  const onClear = () => onSelect(new Set())
  const [status, setStatus] = useState<S | ''>('')

  /** Deselects deleted records. The user cannot do that, since no page lists them any more. */
  const untick = (gone: readonly number[]) => {
    onSelect(new Set(ids.filter((id) => !gone.includes(id)).map(String)))
    void queryClient.invalidateQueries({ queryKey: [domain] })
  }
  const change = async (next: S) => {
    const act = async () => {
      try {
        return await onStatus(next)
      } catch (problem) {
        const gone = goneIds(problem)
        if (gone.length === 0) throw problem
        untick(gone)
        toastFailure(problem, `${errorSentence(problem)} ${DESELECTED_NOTE}`)
        return undefined
      }
    }
    const title = `Soll der Status von ${inWords(count)} wirklich geändert werden?`
    const sentence = `Neuer Status „${next}“: ${meaning[next]}`
    const acted =
      count > CONFIRM_ABOVE
        ? (await confirm({ title, children: <p>{sentence}</p>, verb: 'Status ändern', act }))?.answer
        : await act()
    if (!acted) return
    if (acted.changed === 0) toast('Es gab nichts zu ändern.', { tone: 'info' })
    else toastWithUndo(`Status von ${inWords(acted.changed)} geändert`, acted, domain)
    onClear()
  }
  return (
    <SelectedRowsBar count={count} onClear={onClear}>
      <Select
        label="Neuer Status"
        labelHidden
        choices={[{ value: '', text: 'Neuer Status …' }, ...statuses]}
        value={status}
        onChange={setStatus}
      />
      <Button variant="primary" disabled={status === ''} onClick={() => status !== '' && change(status)}>
        Status ändern
      </Button>
    </SelectedRowsBar>
  )
}

const DESELECTED_NOTE = 'Ausgewählt sind jetzt nur noch die anderen.'

/** Ids that no longer exist. */
const goneIds = (problem: unknown) =>
  (problem instanceof CallError && (problem.answer as GoneRefusal | undefined)?.gone) || []

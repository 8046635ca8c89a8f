import { useRef, useState } from 'react'
import type { HappeningStatus } from '#contract/happenings.ts'
import { happeningStatuses } from '#contract/words/happenings.ts'
import { ChosenBar } from '#web/lists/chosen-bar.tsx'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dismiss } from '#web/ui/toast-store.ts'
import { setHappeningStatus } from './changes.ts'
import { meaning } from './status-meaning.ts'

/** From this many on a slip of the finger would be a lot of work to mend. */
const ASKED_ABOVE = 20

type Props = { ids: readonly number[]; onClear: () => void }

/** Sets the status of all that are ticked. */
export function MassStatus({ ids, onClear }: Props) {
  const [status, setStatus] = useState<HappeningStatus | ''>('')
  const [sending, setSending] = useState(false)
  const failed = useRef<number>(undefined)
  const many = `${formatNumber(ids.length)} ${ids.length === 1 ? 'Veranstaltung' : 'Veranstaltungen'}`

  const change = async (next: HappeningStatus) => {
    const set = () => setHappeningStatus([...ids], next)
    if (ids.length > ASKED_ABOVE) {
      const title = `Soll der Status von ${many} wirklich geändert werden?`
      const sentence = `Neuer Status „${next}“: ${meaning[next]}`
      const isSet = await confirm({ title, children: <p>{sentence}</p>, verb: 'Status ändern', act: set })
      if (!isSet) return
    } else await set()
    toast(`Status von ${many} geändert`)
    onClear()
  }
  const submit = async () => {
    if (status === '') return
    setSending(true)
    if (failed.current !== undefined) dismiss(failed.current)
    try {
      await change(status)
    } catch (problem) {
      failed.current = toastFailure(problem)
    }
    setSending(false)
  }
  return (
    <ChosenBar count={ids.length} onClear={onClear}>
      <Select
        label="Neuer Status"
        labelHidden
        choices={[{ value: '', text: 'Neuer Status …' }, ...happeningStatuses]}
        value={status}
        onChange={setStatus}
      />
      <Button variant="primary" disabled={status === ''} pending={sending} onClick={() => void submit()}>
        Status ändern
      </Button>
    </ChosenBar>
  )
}

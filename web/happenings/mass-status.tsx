import { useRef, useState } from 'react'
import type { HappeningStatus } from '#contract/happenings.ts'
import { happeningStatuses } from '#contract/words/happenings.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { focusHeading } from '#web/ui/keyboard/focus-on.ts'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dismiss } from '#web/ui/toast-store.ts'
import { setHappeningStatus } from './changes.ts'
import css from './mass-status.module.css'
import { meaning } from './status-meaning.ts'
import { useHandOver } from './use-hand-over.ts'

/** From this many on a slip of the finger would be a lot of work to mend. */
const ASKED_ABOVE = 20

type Props = { ids: readonly number[]; onClear: () => void }

/** Stays at the lower edge of the window as long as something is ticked. */
export function MassStatus({ ids, onClear }: Props) {
  const [status, setStatus] = useState<HappeningStatus | ''>('')
  const [sending, setSending] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const failed = useRef<number>(undefined)
  useHandOver(bar, focusTickAll)
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
    <section ref={bar} className={css['bar']} aria-label="Auswahl">
      <div className={css['chosen']}>
        <output className={css['count']}>{formatNumber(ids.length)} ausgewählt</output>
        <Button variant="quiet" size="small" onClick={onClear}>
          Auswahl aufheben
        </Button>
      </div>
      <div className={css['actions']}>
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
      </div>
    </section>
  )
}

/** Where the keyboard goes on when the selection is gone: to the box that ticks all, at the head of a table or of cards. */
function focusTickAll() {
  const boxes = [...document.querySelectorAll<HTMLElement>('main input[type=checkbox]')]
  const box = boxes.find((one) => one.checkVisibility())
  if (box) box.focus()
  else focusHeading()
}

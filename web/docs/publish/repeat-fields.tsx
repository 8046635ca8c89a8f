// Dialog for rounds: interval, start, and effects.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import type { Repeats } from '#contract/rounds.ts'
import { mostDueDays } from '#contract/time/round-length.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { useTypedState } from '#web/ui/date-time/typed-value.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Form, FormActions, FormRow, SubmitButton } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { repeat, repeatsQuery, stopRepeating } from './queries.ts'

type Props = { doc: Pick<Doc, 'id'>; onClose: () => void }
type Unit = Repeats['unit'] | 'never'

const units: { value: Unit; text: string }[] = [
  { value: 'never', text: 'Nicht wiederholen' },
  { value: 'week', text: 'Alle … Wochen' },
  { value: 'month', text: 'Jeden Monat' },
  { value: 'quarter', text: 'Jedes Quartal' },
]

export function RepeatDialog({ doc, onClose }: Props) {
  const [before] = useSuspenseQuery(repeatsQuery(doc.id)).data.items
  const [unit, setUnit] = useState<Unit>(before?.unit ?? 'month')
  const [every, setEvery] = useState(String(before?.every ?? 1))
  const day = useTypedState(before?.first.slice(0, 10) ?? null)
  const time = useTypedState(before ? `${before.first.slice(11)}:00` : '08:00:00')
  const [dueDays, setDueDays] = useState(String(before?.due_days ?? ''))
  const [notify, setNotify] = useState(before?.notify ?? true)
  const isEveryFit = unit !== 'week' || isBetween(every, 1, 52)
  const rule = {
    unit: unit === 'never' ? ('month' as const) : unit,
    every: unit === 'week' ? Number(every) : before?.unit === unit ? before.every : 1,
    first: `${day.value}T${time.value?.slice(0, 5)}`,
  }
  const most = day.value && isEveryFit ? mostDueDays(rule) : undefined
  const isDueFit = dueDays.trim() === '' || isBetween(dueDays, 0, most ?? 366)
  const form = useSubmit(async () => {
    if (unit === 'never') {
      await stopRepeating(doc.id)
      toast('Wird nicht mehr wiederholt')
    } else {
      // The field itself shows the error.
      if (day.unread !== undefined || time.unread !== undefined) return
      const { next_round_at } = await repeat(doc.id, {
        ...rule,
        due_days: dueDays.trim() === '' ? null : Number(dueDays),
        notify,
      })
      toast(`Nächste Runde am ${formatDateTime(next_round_at).slice(0, 16)}`)
    }
    onClose()
  })
  return (
    <Modal title="Wiederholen" onClose={onClose} size="medium">
      <Form {...form} label="Wiederholen">
        <p>
          Mit jeder neuen Runde bleibt die Tabelle der Ergebnisse als frühere Runde erhalten, und alle
          beginnen von vorn.
        </p>
        <Select label="Wie oft" name="unit" choices={units} value={unit} onChange={setUnit} />
        {unit === 'week' && (
          <TextField
            label="Wochen bis zur nächsten Runde"
            name="every"
            error={isEveryFit ? undefined : 'Bitte geben Sie eine ganze Zahl von 1 bis 52 ein.'}
            inputMode="numeric"
            value={every}
            onChange={setEvery}
          />
        )}
        {unit !== 'never' && (
          <>
            <FormRow>
              <DateField label="Erste neue Runde" name="first" {...day} />
              <TimeInput label="Uhrzeit" {...time} />
            </FormRow>
            <TextField
              label="Frist nach Tagen"
              name="due_days"
              hint="Vom Beginn der Runde an. Leer: keine Frist."
              error={isDueFit ? undefined : dueProblem(most)}
              inputMode="numeric"
              value={dueDays}
              onChange={setDueDays}
            />
            <Checkbox label="Auf den Geräten melden" name="notify" checked={notify} onChange={setNotify} />
          </>
        )}
        <FormActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <SubmitButton
            disabled={unit === 'never' ? !before : !(isEveryFit && isDueFit && day.value && time.value)}
          >
            {unit === 'never' ? 'Beenden' : 'Speichern'}
          </SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}

const dueProblem = (most: number | undefined) =>
  most === undefined
    ? 'Bitte geben Sie eine ganze Zahl ein.'
    : `Bitte geben Sie eine ganze Zahl ein, höchstens ${most}: Die Frist muss enden, bevor die nächste Runde beginnt.`

const isBetween = (typed: string, least: number, most: number) =>
  /^\d+$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most

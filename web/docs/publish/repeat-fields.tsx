// Rounds of a process: interval, start, and effects.
import { useState } from 'react'
import type { RepeatRule } from '#contract/rounds.ts'
import { maxDueDays } from '#contract/time/round-length.ts'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { useTypedState } from '#web/ui/date-time/typed-value.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { FormRow } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'

type Unit = RepeatRule['unit'] | 'never'

const unitChoices: { value: Unit; text: string }[] = [
  { value: 'never', text: 'Nicht wiederholen' },
  { value: 'week', text: 'Alle … Wochen' },
  { value: 'month', text: 'Jeden Monat' },
  { value: 'quarter', text: 'Jedes Quartal' },
]

/** State of the fields. `before`: the present repetition. */
export function useRepeatFields(before: RepeatRule | undefined) {
  const [unit, setUnit] = useState<Unit>(before?.unit ?? 'never')
  const [every, setEvery] = useState(String(before?.every ?? 1))
  const day = useTypedState(before?.first.slice(0, 10) ?? null)
  const time = useTypedState(before ? `${before.first.slice(11)}:00` : '08:00:00')
  const [dueDays, setDueDays] = useState(String(before?.due_days ?? ''))
  const [notify, setNotify] = useState(before?.notify ?? true)
  const isEveryFit = unit !== 'week' || isIntegerBetween(every, 1, 52)
  const rule = {
    unit: unit === 'never' ? ('month' as const) : unit,
    every: unit === 'week' ? Number(every) : before?.unit === unit ? before.every : 1,
    first: `${day.value}T${time.value?.slice(0, 5)}`,
  }
  const most = day.value && isEveryFit ? maxDueDays(rule) : undefined
  const isDueFit = dueDays.trim() === '' || isIntegerBetween(dueDays, 0, most ?? 366)
  const isNever = unit === 'never'
  const repeats: RepeatRule | undefined = isNever
    ? undefined
    : { ...rule, due_days: dueDays.trim() === '' ? null : Number(dueDays), notify }
  return {
    unit,
    setUnit,
    every,
    setEvery,
    day,
    time,
    dueDays,
    setDueDays,
    notify,
    setNotify,
    isEveryFit,
    isDueFit,
    most,
    repeats,
    isFit: isNever || (isEveryFit && isDueFit && day.value !== null && time.value !== null),
    /** The typed day or time is invalid. The field itself shows the error. */
    isInvalid: !isNever && (day.invalidText !== undefined || time.invalidText !== undefined),
  }
}

export function RepeatFields(typed: ReturnType<typeof useRepeatFields>) {
  const { unit, day, time, isEveryFit, isDueFit } = typed
  return (
    <>
      <Select label="Wiederholen" name="unit" choices={unitChoices} value={unit} onChange={typed.setUnit} />
      {unit === 'week' && (
        <TextField
          label="Wochen bis zur nächsten Runde"
          name="every"
          error={isEveryFit ? undefined : 'Bitte geben Sie eine ganze Zahl von 1 bis 52 ein.'}
          inputMode="numeric"
          value={typed.every}
          onChange={typed.setEvery}
        />
      )}
      {unit !== 'never' && (
        <>
          <p>
            Mit jeder neuen Runde bleibt die Tabelle der Ergebnisse als frühere Runde erhalten, und alle
            beginnen von vorn.
          </p>
          <FormRow>
            <DateField label="Erste neue Runde" name="first" {...day} />
            <TimeInput label="Uhrzeit" {...time} />
          </FormRow>
          <TextField
            label="Frist nach Tagen"
            name="due_days"
            hint="Vom Beginn der Runde an. Leer: keine Frist."
            error={isDueFit ? undefined : dueProblem(typed.most)}
            inputMode="numeric"
            value={typed.dueDays}
            onChange={typed.setDueDays}
          />
          <Checkbox
            label="Neue Runden auf den Geräten melden"
            checked={typed.notify}
            onChange={typed.setNotify}
          />
        </>
      )}
    </>
  )
}

const dueProblem = (most: number | undefined) =>
  most === undefined
    ? 'Bitte geben Sie eine ganze Zahl ein.'
    : `Bitte geben Sie eine ganze Zahl ein, höchstens ${most}: Die Frist muss enden, bevor die nächste Runde beginnt.`

const isIntegerBetween = (typed: string, least: number, most: number) =>
  /^\d+$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most

import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit } from '#web/forms/use-submit.ts'
import { preferencesQuery, setPreferences } from '#web/push/queries.ts'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { useTypedState } from '#web/ui/date-time/typed-value.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Form, FormActions, FormRow, SubmitButton } from '#web/ui/field/form.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import css from './settings.module.css'

/** Quiet hours, and kinds of notifications beside chats. */
export function Preferences() {
  const saved = useSuspenseQuery(preferencesQuery).data
  const [preferences, setTyped] = useState(saved)
  const from = useTypedState(withSeconds(saved.quiet_from))
  const until = useTypedState(withSeconds(saved.quiet_until))
  const form = useSubmit(async () => {
    // The field itself shows the error.
    if (from.invalidText !== undefined || until.invalidText !== undefined) return
    await setPreferences({
      ...preferences,
      quiet_from: withoutSeconds(from.value),
      quiet_until: withoutSeconds(until.value),
    })
    toast('Gespeichert')
  })
  return (
    <Form {...form} label="Ruhe und Themen">
      <FormRow>
        <TimeInput label="Ruhe von" name="quiet_from" {...from} />
        <TimeInput label="Ruhe bis" name="quiet_until" {...until} />
      </FormRow>
      <p>In dieser Zeit wird keines Ihrer Geräte benachrichtigt. Leer heißt: keine Ruhe.</p>
      <fieldset className={css['kinds']}>
        <legend>Benachrichtigen über</legend>
        <Checkbox
          label="Neue Zeiterfassung"
          hint="Sie sollen die Zeiten einer Veranstaltung erfassen."
          checked={preferences.recorder_duty}
          onChange={(recorder_duty) => setTyped({ ...preferences, recorder_duty })}
        />
        <Checkbox
          label="Fehlende Zeiten"
          hint="Am Morgen danach sind Zeiten Ihrer Teams noch nicht erfasst oder nicht gesendet."
          checked={preferences.missing_times}
          onChange={(missing_times) => setTyped({ ...preferences, missing_times })}
        />
        <Checkbox
          label="Neue Prozesse"
          hint="Ein Prozess Ihrer Gruppen ist auszufüllen."
          checked={preferences.new_document}
          onChange={(new_document) => setTyped({ ...preferences, new_document })}
        />
      </fieldset>
      <p>
        Über Chats werden Sie benachrichtigt, die auf „Benachrichtigen“ stehen. Das stellen Sie im Chat ein.
      </p>
      <FormActions>
        <SubmitButton>Speichern</SubmitButton>
      </FormActions>
    </Form>
  )
}

const withSeconds = (time: string | null) => time && `${time}:00`
const withoutSeconds = (time: string | null) => time?.slice(0, 5) ?? null

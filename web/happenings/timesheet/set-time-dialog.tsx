import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { useTypedState } from '#web/ui/date-time/typed-value.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import type { End } from './edits/ends.ts'
import { endNames } from './edits/entry-words.ts'

type Props = { end: End; whom: string; onSet: (time: string) => void; onClose: () => void }

/** One time for many; the day of each stays its own. */
export function SetTimeDialog({ end, whom, onSet, onClose }: Props) {
  const time = useTypedState(null)
  const [isAsked, setIsAsked] = useState(false)
  const set = () => {
    setIsAsked(true)
    if (time.value === null || time.unread !== undefined) return
    onSet(time.value)
    onClose()
  }
  return (
    <Modal title={`${endNames[end]} für ${whom} setzen`} onClose={onClose}>
      <Form onSubmit={set}>
        <TimeInput
          label={endNames[end]}
          steps
          endsDay
          {...time}
          error={isAsked && time.value === null ? 'Bitte geben Sie eine Uhrzeit an.' : undefined}
        />
        <FormActions>
          <Button onClick={onClose}>Abbrechen</Button>
          {/* Not disabled while nothing is there: what is typed becomes a time only when the field is left. */}
          <SubmitButton>Setzen</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}

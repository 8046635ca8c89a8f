// Dialog with a form: its fields, „Abbrechen“, and the verb.
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { useSubmit } from './use-submit.ts'

type Props = {
  title: string
  size?: 'small' | 'medium'
  verb: string
  /** The form can be submitted. */
  isReady?: boolean
  /** The form is pending until the promise settles. A refusal is shown at the fields that it names. */
  onSubmit: () => unknown
  /** Name of the field at which a refused duplicate (409) is shown. */
  unique?: string
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: Props) {
  const { title, size = 'small', verb, isReady = true, onSubmit, unique, onClose, children } = props
  const form = useSubmit(async () => await onSubmit(), unique)
  return (
    <Modal title={title} size={size} onClose={onClose}>
      <Form {...form} label={title}>
        {children}
        <FormActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <SubmitButton disabled={!isReady}>{verb}</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}

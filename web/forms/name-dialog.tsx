// Dialog with a name, for creating or renaming.
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { useSubmit } from './use-submit.ts'

type Props = {
  title: string
  label: string
  hint?: string
  /** Field name in refusals; conflicts, such as a taken name, are shown there too. */
  field: string
  /** Initial value. */
  present?: string
  /** In characters: input beyond it is blocked. */
  longest?: number
  verb: string
  onName: (name: string) => Promise<unknown>
  onClose: () => void
  /** Content below the name. */
  children?: ReactNode
}

export function NameDialog(props: Props) {
  const { title, label, hint, field, present = '', longest, verb, onName, onClose, children } = props
  const [typed, setTyped] = useState<string>()
  const name = typed ?? present
  const form = useSubmit(() => onName(name.trim()), field)
  return (
    <Modal title={title} onClose={onClose}>
      <Form {...form} label={title}>
        <TextField
          label={label}
          hint={hint}
          name={field}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          maxLength={longest}
          onChange={setTyped}
        />
        {children}
        <FormActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <SubmitButton disabled={name.trim() === ''}>{verb}</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}

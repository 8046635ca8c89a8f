// Dialog with a name, for creating or renaming.
import { type ReactNode, useState } from 'react'
import { TextField } from '#web/ui/field/text-field.tsx'
import { FormDialog } from './form-dialog.tsx'

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
  return (
    <FormDialog
      title={title}
      verb={verb}
      isReady={name.trim() !== ''}
      onSubmit={() => onName(name.trim())}
      unique={field}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}

// Frame that the dialogs of the editor share: short text fields and their validation. The error of an empty required
// field disappears after `REQUIRED_SHOWN_MS`, any other error once the text changes.
import type { Command } from 'prosemirror-state'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import type { Editor } from './editor.ts'
import { setPrompt } from './prompts.ts'

export const closePrompt = ({ state, dispatch }: Editor) => dispatch(setPrompt(state.tr, null))

/** Closes the dialog before focusing the text, since closing would take the focus back. */
export function finishPrompt(editor: Editor, command: Command) {
  flushSync(() => closePrompt(editor))
  editor.run(command)
}

type PromptField<K extends string> = {
  name: K
  label: string
  hint?: string | undefined
  required?: boolean
  maxLength?: number
  /** Validation; returns the error. */
  validate?: (value: string) => string | undefined
}

type Values<K extends string> = Readonly<Record<K, string>>

type Props<K extends string> = {
  title: string
  fields: readonly PromptField<K>[]
  values: Values<K>
  onChange: (values: Values<K>) => void
  /** Receives trimmed values. */
  onDone: (values: Values<K>) => void
  onClose: () => void
  /** Content above the fields, such as a file chooser. */
  above?: ReactNode
  /** Further inputs, below the texts. */
  children?: ReactNode
  /** Blocks submission, e.g. during an upload. */
  busy?: boolean
}

/** `value`: the refused text. */
type FieldRefusal<K extends string> = { name: K; value: string; sentence: string }

export const REQUIRED_MESSAGE = 'Required field'
const isRequiredRefusal = ({ sentence }: { sentence: string }) => sentence === REQUIRED_MESSAGE
export const REQUIRED_SHOWN_MS = 1_500 // ms

export function PromptDialog<K extends string>(props: Props<K>) {
  const { title, fields, values, onChange, onDone, onClose, above, children, busy = false } = props
  const [refused, setRefused] = useState<readonly FieldRefusal<K>[]>([])
  // The error disappears once the text changes.
  if (refused.some(({ name, value }) => values[name] !== value))
    setRefused(refused.filter(({ name, value }) => values[name] === value))
  const errors = useMemo(
    () => Object.fromEntries(refused.map(({ name, sentence }) => [name, sentence])),
    [refused],
  )

  useEffect(() => {
    if (!refused.some(isRequiredRefusal)) return undefined
    const timer = setTimeout(
      () => setRefused(refused.filter((one) => !isRequiredRefusal(one))),
      REQUIRED_SHOWN_MS,
    )
    return () => clearTimeout(timer)
  }, [refused])

  const submit = () => {
    const wrong = fields.flatMap(({ name, required, validate }): FieldRefusal<K>[] => {
      const value = values[name]
      const sentence = value.trim() === '' ? required && REQUIRED_MESSAGE : validate?.(value.trim())
      return sentence ? [{ name, value, sentence }] : []
    })
    setRefused(wrong)
    if (wrong.length > 0) return
    onDone(Object.fromEntries(fields.map(({ name }) => [name, values[name].trim()])) as Values<K>)
  }
  return (
    <Modal title={title} onClose={onClose}>
      <Form label={title} errors={errors} onSubmit={submit}>
        {above}
        {fields.map(({ name, label, hint, required, maxLength }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            name={name}
            autoComplete="off"
            aria-required={required}
            maxLength={maxLength}
            value={values[name]}
            onChange={(value) => onChange({ ...values, [name]: value })}
          />
        ))}
        {children}
        <FormActions>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton pending={busy}>OK</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}

// Asks for one or more short texts. Below a required text that is empty an error stands for a moment, below an
// impossible one until it is changed.
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'

type PromptField = {
  name: string
  label: string
  value: string
  hint?: string | undefined
  required?: boolean
  maxLength?: number
  /** The error, where the text is not possible. */
  refuses?: (value: string) => string | undefined
}

type Props = {
  title: string
  fields: readonly PromptField[]
  onDone: (values: Record<string, string>) => void
  onClose: () => void
  /** What else is asked for, below the texts. */
  children?: ReactNode
  /** Another way to give the texts, above them. */
  renderAbove?: (
    values: Readonly<Record<string, string>>,
    give: (by: (values: Readonly<Record<string, string>>) => Record<string, string>) => void,
  ) => ReactNode
  /** Something is still on its way that belongs to it. */
  busy?: boolean
}

const REQUIRED = 'Required field'
const REQUIRED_SHOWN = 1_500 // ms

export function PromptDialog({ title, fields, onDone, onClose, children, renderAbove, busy = false }: Props) {
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  )
  const [errors, setErrors] = useState<Record<string, string>>({})

  useEffect(() => {
    if (!Object.values(errors).includes(REQUIRED)) return undefined
    const lasting = Object.entries(errors).filter(([, sentence]) => sentence !== REQUIRED)
    const timer = setTimeout(() => setErrors(Object.fromEntries(lasting)), REQUIRED_SHOWN)
    return () => clearTimeout(timer)
  }, [errors])

  const submit = () => {
    const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))
    const wrong = Object.fromEntries(
      fields.flatMap((field) => {
        const value = given[field.name] ?? ''
        const sentence = value === '' ? field.required && REQUIRED : field.refuses?.(value)
        return sentence ? [[field.name, sentence]] : []
      }),
    )
    if (Object.keys(wrong).length > 0) setErrors(wrong)
    else onDone(given)
  }
  return (
    <Modal title={title} onClose={onClose}>
      <Form label={title} errors={errors} onSubmit={submit}>
        {renderAbove?.(values, (by) => {
          setValues((values) => ({ ...values, ...by(values) }))
          setErrors({})
        })}
        {fields.map(({ name, label, hint, required, maxLength }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            name={name}
            autoComplete="off"
            aria-required={required}
            maxLength={maxLength}
            value={values[name] ?? ''}
            onChange={(value) => {
              setValues({ ...values, [name]: value })
              setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name)))
            }}
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

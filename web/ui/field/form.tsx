// Form: one submission at a time, shows refusals, focuses the first invalid field.
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button, type ButtonProps } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { FormContext, useFormState } from './field.tsx'
import css from './form.module.css'

type FormProps = {
  /** Pending until a returned promise settles; rejections belong to the caller. */
  onSubmit: () => unknown
  pending?: boolean | undefined
  /** Error of the whole form. */
  error?: string | null | undefined
  /** Errors by field name. */
  errors?: Readonly<Record<string, string>> | undefined
  label?: string | undefined
  children: ReactNode
}

const NO_ERRORS = {}

export function Form({ onSubmit, pending = false, error, errors = NO_ERRORS, label, children }: FormProps) {
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const busy = pending || sending
  const state = useMemo(() => ({ errors, pending: busy }), [errors, busy])

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles submits from portals: a dialog's form must not submit an outer one.
    event.stopPropagation()
    if (busy) return
    setSending(true)
    try {
      await onSubmit()
    } finally {
      setSending(false)
    }
  }
  return (
    <FormContext value={state}>
      <form
        ref={form}
        className={css['form']}
        noValidate
        aria-label={label}
        onSubmit={(event) => void submit(event)}
      >
        {children}
        {error && <Notice tone="danger">{error}</Notice>}
      </form>
    </FormContext>
  )
}

export function SubmitButton({ variant = 'primary', ...rest }: Omit<ButtonProps, 'type'>) {
  const { pending } = useFormState()
  return <Button {...rest} type="submit" variant={variant} pending={pending || rest.pending} />
}

/** Row of buttons; full width on phones. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={css['actions']}>{children}</div>
}

/** Fields side by side, where there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={css['row']}>{children}</div>
}

// The frame of every field: label above, then the control, then hint and error, tied together for screen readers.
import { createContext, type ReactNode, use, useId } from 'react'
import { useAfterPress } from '../after-press.ts'
import { WarningIcon } from '../icon.tsx'
import css from './field.module.css'

/** Passed by a form to the fields and buttons inside it. */
type FormState = { errors: Readonly<Record<string, string>>; pending: boolean }
export const FormContext = createContext<FormState>({ errors: {}, pending: false })
export const useFormState = () => use(FormContext)

export type FieldProps = {
  label: string
  /** The label is only read aloud: in tables and tool bars, where the place says it. */
  labelHidden?: boolean | undefined
  hint?: ReactNode
  error?: string | null | undefined
  /** Also the key under which a form hands in a refused field's sentence. */
  name?: string | undefined
  /** `large` for what is changed in a hurry, with a thumb. */
  size?: 'normal' | 'small' | 'large' | undefined
}

type FieldIds = {
  id: string
  error: string | undefined
  /** Spread onto the control. */
  aria: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
    'aria-errormessage': string | undefined
  }
}

export function useField({ hint, error, name }: Pick<FieldProps, 'hint' | 'error' | 'name'>): FieldIds {
  const id = useId()
  const form = useFormState()
  const text = useAfterPress(error || (name && form.errors[name]) || undefined)
  const described = [hint ? `${id}-hint` : '', text ? `${id}-error` : ''].filter(Boolean).join(' ')
  return {
    id,
    error: text,
    aria: {
      id,
      'aria-invalid': text ? true : undefined,
      'aria-describedby': described || undefined,
      'aria-errormessage': text ? `${id}-error` : undefined,
    },
  }
}

type FrameProps = Partial<Omit<FieldProps, 'error' | 'name'>> & {
  field: FieldIds
  /** The width of a small field: a time is short, a date medium. */
  fits?: 'short' | 'medium'
  children: ReactNode
}

export function Field({ label, labelHidden, hint, size, fits, field, children }: FrameProps) {
  return (
    <div
      className={[css['field'], size && size !== 'normal' && css[size], fits && css[fits]]
        .filter(Boolean)
        .join(' ')}
    >
      {label && (
        <label
          id={`${field.id}-label`}
          htmlFor={field.id}
          className={labelHidden ? 'only-read' : css['label']}
        >
          {label}
        </label>
      )}
      {children}
      {hint && (
        <p id={`${field.id}-hint`} className={css['hint']}>
          {hint}
        </p>
      )}
      {field.error && (
        <p id={`${field.id}-error`} className={css['error']}>
          <WarningIcon size={16} />
          {field.error}
        </p>
      )}
    </div>
  )
}

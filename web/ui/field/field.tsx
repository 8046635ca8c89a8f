// Frame of a field: label, control, hint and error, connected for screen readers.
import { createContext, type ReactNode, use, useId } from 'react'
import { useAfterPress } from '../after-press.ts'
import { WarningIcon } from '../icon.tsx'
import css from './field.module.css'

/** Context of a form for its fields and buttons. */
type FormState = { errors: Readonly<Record<string, string>>; pending: boolean }
export const FormContext = createContext<FormState>({ errors: {}, pending: false })
export const useFormState = () => use(FormContext)

export type FieldProps = {
  label: string
  /** Visually hidden label, where the context is enough. */
  labelHidden?: boolean | undefined
  hint?: ReactNode
  error?: string | null | undefined
  /** Also the key of this field's error in the form (`FormState`). */
  name?: string | undefined
  /** `large`: for hurried use with a thumb. */
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

type FieldLayoutProps = Partial<Omit<FieldProps, 'error' | 'name'>> & {
  field: FieldIds
  /** Width of a small field: `short` for times, `medium` for dates. */
  fits?: 'short' | 'medium'
  children: ReactNode
}

export function Field({ label, labelHidden, hint, size, fits, field, children }: FieldLayoutProps) {
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

// Text inputs: single line with optional password toggle, and multi-line.
import { type ComponentProps, useState } from 'react'
import { EyeIcon, EyeOffIcon } from '../icon.tsx'
import css from './field.module.css'
import { Field, type FieldProps, useField } from './field.tsx'

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'size' | 'onChange' | 'name' | 'id'> & {
    onChange?: ((value: string) => void) | undefined
  }

export function TextField(props: TextFieldProps) {
  const { label, labelHidden, hint, error, size, onChange, type = 'text', ...rest } = props
  const field = useField({ hint, error, name: rest.name })
  const [isVisible, setVisible] = useState(false)
  const secret = type === 'password'
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} size={size} field={field}>
      <div className={css['box']}>
        <input
          // Names may be right-to-left.
          dir={type === 'text' ? 'auto' : undefined}
          {...rest}
          {...field.aria}
          type={secret && isVisible ? 'text' : type}
          className={css['input']}
          // Keeps a visible password from spell checkers.
          {...(secret && { autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false })}
          onChange={(event) => onChange?.(event.target.value)}
        />
        {secret && (
          <button
            type="button"
            className={css['inner']}
            aria-label={isVisible ? 'Passwort verbergen' : 'Passwort anzeigen'}
            aria-controls={field.id}
            disabled={rest.disabled}
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        )}
      </div>
    </Field>
  )
}

type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'name' | 'id' | 'rows'> & {
    onChange: (value: string) => void
  }

/** Multi-line input that grows with its content, where supported. */
export function TextArea({ label, labelHidden, hint, error, size, onChange, ...rest }: TextAreaProps) {
  const field = useField({ hint, error, name: rest.name })
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} size={size} field={field}>
      <div className={css['box']}>
        <textarea
          dir="auto"
          rows={2}
          {...rest}
          {...field.aria}
          className={`${css['input']} ${css['lines']}`}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </Field>
  )
}

// A few words that may need more than one line: as high as what stands in it, as far as the browser can do that.
import type { ComponentProps } from 'react'
import css from './field.module.css'
import { Field, type FieldProps, useField } from './field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'name' | 'id' | 'rows'> & {
    onChange: (value: string) => void
  }

export function TextArea({ label, labelHidden, hint, error, size, onChange, ...rest }: Props) {
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

/** Several lines of text; grows with what is written, up to a limit. */
import type { ComponentProps } from 'react'
import box from './field.module.css'
import { Field, type FieldProps, useField } from './field.tsx'
import css from './text-area.module.css'

type Props = FieldProps &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'name' | 'id'> & {
    onChange?: ((value: string) => void) | undefined
  }

export function TextArea({ label, labelHidden, hint, error, size, onChange, rows = 3, ...rest }: Props) {
  const field = useField({ hint, error, name: rest.name })
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} size={size} field={field}>
      <div className={box['box']}>
        <textarea
          {...rest}
          {...field.aria}
          rows={rows}
          className={`${box['input']} ${css['area']}`}
          onChange={(event) => onChange?.(event.target.value)}
        />
      </div>
    </Field>
  )
}

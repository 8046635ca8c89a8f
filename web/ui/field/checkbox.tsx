// Checkbox, optionally indeterminate.
import type { ComponentProps } from 'react'
import css from './checkbox.module.css'
import { Field, type FieldProps, useField } from './field.tsx'

type Props = Pick<FieldProps, 'label' | 'labelHidden' | 'hint' | 'error' | 'name'> &
  Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'size' | 'name' | 'id'> & {
    indeterminate?: boolean | undefined
    onChange?: ((checked: boolean) => void) | undefined
  }

export function Checkbox({
  label,
  labelHidden,
  hint,
  error,
  indeterminate = false,
  onChange,
  ...rest
}: Props) {
  const field = useField({ hint, error, name: rest.name })
  const control = (
    <label className={`${css['line']} ${labelHidden ? css['alone'] : ''}`}>
      <input
        {...rest}
        {...field.aria}
        // `indeterminate` is no HTML attribute.
        ref={(box) => {
          if (box) box.indeterminate = indeterminate
        }}
        type="checkbox"
        className={css['box']}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span className={labelHidden ? 'only-read' : css['text']}>{label}</span>
    </label>
  )
  if (!hint && !field.error) return control
  return (
    <Field hint={hint} field={field}>
      {control}
    </Field>
  )
}

// Native select with fixed values.
import type { ComponentProps } from 'react'
import { ChevronDownIcon } from '../icon.tsx'
import box from './field.module.css'
import { Field, type FieldProps, useField } from './field.tsx'
import css from './select.module.css'

export type Choice<V extends string> = { value: V; text: string }

type Props<V extends string> = FieldProps &
  Omit<
    ComponentProps<'select'>,
    'size' | 'onChange' | 'name' | 'id' | 'value' | 'defaultValue' | 'children'
  > & {
    /** Plain strings are their own labels. */
    choices: readonly (V | Choice<V>)[]
    value: V
    onChange: (value: V) => void
  }

export function Select<V extends string>(props: Props<V>) {
  const { label, labelHidden, hint, error, size, choices, value, onChange, ...rest } = props
  const field = useField({ hint, error, name: rest.name })
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} size={size} field={field}>
      <div className={box['box']}>
        <select
          {...rest}
          {...field.aria}
          value={value}
          className={`${box['input']} ${css['select']}`}
          onChange={(event) => onChange(event.target.value as V)}
        >
          {choices.map((choice) => {
            const { value, text } = typeof choice === 'string' ? { value: choice, text: choice } : choice
            return (
              <option key={value} value={value}>
                {text}
              </option>
            )
          })}
        </select>
        <span className={css['arrow']}>
          <ChevronDownIcon size={18} />
        </span>
      </div>
    </Field>
  )
}

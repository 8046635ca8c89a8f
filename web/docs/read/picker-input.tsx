// Inputs for choices, days, times and pictures.
import { useRef } from 'react'
import { OPTION_SEPARATOR } from '#contract/document/in-words.ts'
import { chosenOptions } from '#contract/document/options.ts'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { CloseIcon } from '#web/ui/icon.tsx'
import { PhotoInput } from '../pictures/photo-input.tsx'
import { SignatureInput } from '../pictures/signature-input.tsx'
import fieldCss from './field.module.css'
import type { InputProps } from './field-frame.tsx'
import css from './picker-input.module.css'

export function PickerInput(props: InputProps) {
  const { field, value, invalidText, disabled, onChange, onInvalidText, aria, isNamed } = props
  const typed = { label: aria['aria-label'], labelHidden: !isNamed, invalidText, disabled, onInvalidText }
  switch (field.type) {
    case 'choices':
      return <CheckboxChoice {...props} />
    case 'photo':
      return <PhotoInput {...props} />
    case 'signature':
      return <SignatureInput {...props} />
    case 'date':
      return (
        <span className={css['typed']} data-typed>
          <DateField {...typed} value={value || null} onChange={onChange} />
        </span>
      )
    case 'time':
      return (
        <span className={css['typed']} data-typed>
          <TimeInput
            {...typed}
            value={value === '' ? null : `${value}:00`}
            onChange={(time) => onChange(time?.slice(0, 5) ?? null)}
          />
        </span>
      )
    default:
      return (field.options ?? []).length > MAX_RADIO_OPTIONS ? (
        <SelectChoice {...props} />
      ) : (
        <RadioChoice {...props} />
      )
  }
}

/** Up to this number options are radio buttons; beyond it a select. */
const MAX_RADIO_OPTIONS = 7

/** A cross inside the chosen option clears it, so that nothing moves. */
function RadioChoice({ field, value, disabled, onChange, aria }: InputProps) {
  const group = useRef<HTMLSpanElement>(null)
  const takeBack = () => {
    onChange(null)
    // The button disappears, so the group gets the focus.
    group.current?.querySelector('input')?.focus()
  }
  return (
    <span {...aria} ref={group} role="radiogroup" className={css['group']}>
      {field.options?.map(({ id, text }) => (
        <span key={id} className={css['option']}>
          <label className={fieldCss['tick']}>
            <input
              type="radio"
              name={aria.id}
              checked={text === value}
              disabled={disabled}
              onChange={() => onChange(text)}
            />
            <span className={fieldCss['sentence']}>{text}</span>
          </label>
          {text === value && !disabled && (
            <button
              type="button"
              className={css['clear']}
              aria-label={`${text}: Auswahl aufheben`}
              title="Auswahl aufheben"
              onClick={takeBack}
            >
              <CloseIcon size={16} />
            </button>
          )}
        </span>
      ))}
    </span>
  )
}

function SelectChoice({ field, value, disabled, onChange, aria }: InputProps) {
  return (
    <select
      {...aria}
      className={`${fieldCss['box']} ${css['list']}`}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">Bitte wählen</option>
      {field.options?.map(({ id, text }) => (
        <option key={id} value={text}>
          {text}
        </option>
      ))}
    </select>
  )
}

function CheckboxChoice({ field: { options = [] }, value, disabled, onChange, aria }: InputProps) {
  const chosen = new Set(chosenOptions(options, value))
  const toggle = (text: string) => {
    const next = chosen.has(text) ? [...chosen].filter((one) => one !== text) : [...chosen, text]
    onChange(chosenOptions(options, next.join(OPTION_SEPARATOR)).join(OPTION_SEPARATOR) || null)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it stands in a line of text, where no fieldset may
    <span {...aria} role="group" className={css['group']}>
      {options.map(({ id, text }) => (
        <label key={id} className={fieldCss['tick']}>
          <input
            type="checkbox"
            checked={chosen.has(text)}
            disabled={disabled}
            onChange={() => toggle(text)}
          />
          <span className={fieldCss['sentence']}>{text}</span>
        </label>
      ))}
    </span>
  )
}

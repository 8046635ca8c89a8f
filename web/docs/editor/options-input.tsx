// Options of a choice, one per line. An edited line remains the same option and keeps its answers.
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { newOptionId, type Option, optionLimits } from '#contract/document/options.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { ChevronUpIcon, CloseIcon, PlusIcon, WarningIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './dialogs.module.css'

type Props = {
  options: readonly Option[]
  problem: string | undefined
  onChange: (options: readonly Option[]) => void
}

export function OptionsInput({ options, problem, onChange }: Props) {
  const list = useRef<HTMLFieldSetElement>(null)
  const isFull = options.length >= optionLimits.count

  const change = (next: readonly Option[], focus: number) => {
    flushSync(() => onChange(next))
    list.current?.querySelectorAll('input')[focus]?.focus()
  }
  const add = (at: number) => change(withInsertedOptions(options, at, ['']), at)
  const remove = (at: number) => change(options.toSpliced(at, 1), Math.max(at - 1, 0))
  const move = (from: number, to: number) => {
    const moved = options[from]
    if (moved && to >= 0 && to < options.length)
      change(options.toSpliced(from, 1).toSpliced(to, 0, moved), to)
  }

  const keys = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    const isEmpty = event.currentTarget.value === ''
    // Enter in an empty line submits the dialog.
    if (event.key === 'Enter' && !isEmpty && !isFull) add(at + 1)
    else if (event.key === 'Backspace' && isEmpty && options.length > 1) remove(at)
    else if (event.key === 'ArrowUp' && event.altKey) move(at, at - 1)
    else if (event.key === 'ArrowDown' && event.altKey) move(at, at + 1)
    else return
    event.preventDefault()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>, at: number) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    if (lines.length < 2) return
    event.preventDefault()
    const isEmpty = event.currentTarget.value === ''
    const from = isEmpty ? at : at + 1
    change(
      withInsertedOptions(isEmpty ? options.toSpliced(at, 1) : options, from, lines),
      from + lines.length - 1,
    )
  }
  return (
    <fieldset ref={list} className={css['options']}>
      <legend>Möglichkeiten</legend>
      {options.map(({ id, text }, at) => (
        <div key={id} className={css['option']}>
          <TextField
            label={`Möglichkeit ${at + 1}`}
            labelHidden
            autoComplete="off"
            maxLength={optionLimits.text}
            value={text}
            aria-invalid={problem !== undefined || undefined}
            onChange={(typed) => onChange(options.with(at, { id, text: typed }))}
            onKeyDown={(event) => keys(event, at)}
            onPaste={(event) => paste(event, at)}
          />
          <IconButton
            label={`Möglichkeit ${at + 1} nach oben`}
            icon={<ChevronUpIcon />}
            disabled={at === 0}
            onClick={() => move(at, at - 1)}
          />
          <IconButton
            label={`Möglichkeit ${at + 1} entfernen`}
            icon={<CloseIcon />}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      {problem && (
        <p role="alert" className={css['problem']}>
          <WarningIcon size={16} />
          {problem}
        </p>
      )}
      <Button
        size="small"
        icon={<PlusIcon size={16} />}
        disabled={isFull}
        onClick={() => add(options.length)}
      >
        Weitere Möglichkeit
      </Button>
      <p className="quiet">
        Benennen Sie eine Möglichkeit um, ändern sich bisherige Angaben mit. Was jemand gewählt hat und Sie
        entfernen, steht bei den früheren Feldern.
      </p>
    </fieldset>
  )
}

/** Lines beyond the limit are dropped. */
function withInsertedOptions(
  options: readonly Option[],
  at: number,
  texts: readonly string[],
): readonly Option[] {
  let next = options
  for (const [place, text] of texts.slice(0, optionLimits.count - options.length).entries())
    next = next.toSpliced(at + place, 0, { id: newOptionId(), text: text.slice(0, optionLimits.text) })
  return next
}

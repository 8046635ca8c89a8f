// oxlint-disable jsx-a11y/prefer-tag-over-role -- an open `dialog` would stand in the text
// oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- Escape closes, wherever inside it is pressed
// The name of a field, beside it: typed over at once, kept with Enter or a press elsewhere, left as it was with Escape.
import { type KeyboardEvent, type ToggleEvent, useLayoutEffect, useRef, useState } from 'react'
import { longest } from '#contract/document/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import floating from '#web/ui/popover/floating.module.css'
import { toast } from '#web/ui/toast/toast-store.ts'
import { usePlaced } from '../use-placed.ts'
import css from './name-popover.module.css'

type Props = {
  chip: HTMLElement
  present: string
  /** Why it cannot be called so. */
  refuses: (name: string) => string | undefined
  onDone: (name: string) => void
  /** Asks for all that a field has. */
  onMore: () => void
  /** Back to the text. */
  onCancel: () => void
  /** Somebody has gone elsewhere. */
  onClose: () => void
}

export function NamePopover({ chip, present, refuses, onDone, onMore, onCancel, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const hasEnded = useRef(false)
  const [name, setName] = useState(present)
  const [problem, setProblem] = useState<string>()
  usePlaced(panel, () => chip.getBoundingClientRect())
  useLayoutEffect(() => panel.current?.querySelector('input')?.select(), [])

  const given = name.trim()
  const isSame = given === '' || given === present
  const end = (act: () => void) => {
    if (hasEnded.current) return
    hasEnded.current = true
    act()
  }
  const submit = () => {
    const sentence = isSame ? undefined : refuses(given)
    setProblem(sentence)
    if (!sentence) end(isSame ? onCancel : () => onDone(given))
  }
  const goneElsewhere = ({ newState }: ToggleEvent) => {
    if (newState === 'open') return
    const sentence = isSame ? undefined : refuses(given)
    if (sentence && !hasEnded.current) toast(sentence, { tone: 'danger' })
    end(isSame || sentence ? onClose : () => onDone(given))
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(onCancel)
  }
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label="Name des Felds"
      className={`${floating['panel']} ${css['panel']}`}
      onBeforeToggle={goneElsewhere}
      onKeyDown={leave}
    >
      <Form errors={problem === undefined ? undefined : { name: problem }} onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={longest.name}
          value={name}
          onChange={(typed) => {
            setName(typed)
            setProblem(undefined)
          }}
        />
        <div className={css['actions']}>
          <Button size="small" variant="quiet" onClick={() => end(onMore)}>
            Mehr zum Feld …
          </Button>
          <SubmitButton size="small">Fertig</SubmitButton>
        </div>
      </Form>
    </div>
  )
}

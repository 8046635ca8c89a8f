// oxlint-disable jsx-a11y/prefer-tag-over-role -- an open `dialog` would stand in the text
// oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- Escape closes, wherever inside it is pressed
// Popover for the name of a field. The name is selected on opening; Enter or a press elsewhere saves a valid one,
// Escape discards it.
import type { Command } from 'prosemirror-state'
import { type KeyboardEvent, type ToggleEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Field, fieldLimits } from '#contract/document/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import floating from '#web/ui/popover/floating.module.css'
import { useAnchoredPanel } from '#web/ui/popover/use-popover.ts'
import { toast } from '#web/ui/toast/toast-store.ts'
import css from './dialogs.module.css'
import type { Editor } from './editor.ts'
import { changeField, fieldAtCursor, fieldsIn, problemWithName } from './fields.ts'
import { closePrompt, finishPrompt, REQUIRED_MESSAGE, REQUIRED_SHOWN_MS } from './prompt-dialog.tsx'
import { openPrompt } from './prompts.ts'

export function NamePopover({ editor }: { editor: Editor }) {
  const here = fieldAtCursor(editor.state)
  const chip = here && editor.view?.nodeDOM(here.pos)
  if (!here || !(chip instanceof HTMLElement)) return null
  return <Panel editor={editor} chip={chip} present={here.node.attrs as Field} />
}

function Panel({ editor, chip, present }: { editor: Editor; chip: HTMLElement; present: Field }) {
  const panel = useRef<HTMLDivElement>(null)
  const hasEnded = useRef(false)
  const [typed, setTyped] = useState(present.name)
  const [problem, setProblem] = useState<string>()
  useAnchoredPanel(panel, () => chip.getBoundingClientRect())
  useLayoutEffect(() => panel.current?.querySelector('input')?.select(), [])

  const name = typed.trim()
  const isSame = name === present.name
  useEffect(() => {
    if (problem !== REQUIRED_MESSAGE) return undefined
    const timer = setTimeout(setProblem, REQUIRED_SHOWN_MS, undefined)
    return () => clearTimeout(timer)
  }, [problem])
  const refusal = () => {
    if (name === '') return REQUIRED_MESSAGE
    const fields = fieldsIn(editor.state.doc).map(({ node }) => node.attrs as Field)
    return isSame ? undefined : problemWithName(name, fields, present)
  }
  const end = (act: () => void) => {
    if (hasEnded.current) return
    hasEnded.current = true
    act()
  }
  const keep = () => end(() => finishPrompt(editor, isSame ? noChange : changeField(present.name, { name })))
  const submit = () => {
    const sentence = refusal()
    setProblem(sentence)
    if (!sentence) keep()
  }
  const onDismiss = ({ newState }: ToggleEvent) => {
    if (newState === 'open') return
    const sentence = refusal()
    if (sentence && !hasEnded.current) toast(sentence, { tone: 'danger' })
    if (isSame || sentence) end(() => closePrompt(editor))
    else keep()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(() => finishPrompt(editor, noChange))
  }
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label="Name des Felds"
      className={`${floating['panel']} ${css['name']}`}
      onBeforeToggle={onDismiss}
      onKeyDown={leave}
    >
      <Form errors={problem === undefined ? undefined : { name: problem }} onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={fieldLimits.name}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setProblem(undefined)
          }}
        />
        <div className={css['nameActions']}>
          <Button
            size="small"
            variant="quiet"
            onClick={() => end(() => editor.run(openPrompt('field', () => true)))}
          >
            Mehr zum Feld …
          </Button>
          <SubmitButton size="small">Fertig</SubmitButton>
        </div>
      </Form>
    </div>
  )
}

/** A command without effect, to close the popover. */
const noChange: Command = () => false

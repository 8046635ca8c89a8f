// The dialog of the open prompt, if any.
import { useState } from 'react'
import { isLinkTarget } from '#contract/document/addresses.ts'
import type { Condition } from '#contract/document/condition.ts'
import { documentLimits } from '#contract/document/tree.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { conditionsOn, isSameCondition } from '../condition-words.ts'
import { fieldsBefore, setCondition } from './conditions.ts'
import { type Editor, useEditorValue } from './editor.ts'
import { FieldDialog } from './field-dialog.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { linkAtCursor, putLink, withProtocol } from './links.ts'
import { NamePopover } from './name-popover.tsx'
import { closePrompt, finishPrompt, PromptDialog } from './prompt-dialog.tsx'
import { promptOf } from './prompts.ts'
import { sectionAround } from './sections.ts'

export function ActivePrompt({ editor }: { editor: Editor }) {
  const prompt = useEditorValue(editor, promptOf)
  switch (prompt) {
    case 'link':
      return <LinkDialog editor={editor} />
    case 'image':
      return <ImageDialog editor={editor} />
    case 'name':
      return <NamePopover editor={editor} />
    case 'field':
    case 'new field':
      return <FieldDialog key={prompt} editor={editor} isNew={prompt === 'new field'} />
    case 'condition':
      return <ConditionDialog editor={editor} />
    default:
      return null
  }
}

function LinkDialog({ editor }: { editor: Editor }) {
  const [present] = useState(() => linkAtCursor(editor.state)?.attrs)
  const [values, setValues] = useState({ href: present?.href ?? '', title: present?.title ?? '' })
  return (
    <PromptDialog
      title={present ? 'Link ändern' : 'Link setzen'}
      values={values}
      onChange={setValues}
      fields={[
        {
          name: 'href',
          label: 'Link target',
          required: true,
          validate: (href) =>
            isLinkTarget(withProtocol(href))
              ? undefined
              : 'Ein Link führt zu einer Webseite (https://…), einer E-Mail (mailto:…) oder einem Telefon (tel:…).',
        },
        { name: 'title', label: 'Title', maxLength: documentLimits.text },
      ]}
      onDone={({ href, title }) =>
        finishPrompt(editor, putLink({ href: withProtocol(href), title: title || null }))
      }
      onClose={() => closePrompt(editor)}
    />
  )
}

const CONDITION_TITLE = 'Abschnitt nur zeigen, wenn …'
const ALWAYS = ''

/** Condition of a section: always, or depending on an earlier field. */
function ConditionDialog({ editor }: { editor: Editor }) {
  const [{ section, fields, present }] = useState(() => readCondition(editor))
  const [name, setName] = useState(present?.field ?? ALWAYS)
  const [choice, setChoice] = useState(present?.choice ?? 0)
  const conditions = fields.get(name) ?? []
  if (!section) return null
  return (
    <Modal title={CONDITION_TITLE} onClose={() => closePrompt(editor)}>
      <Form
        label={CONDITION_TITLE}
        onSubmit={() =>
          finishPrompt(editor, setCondition(section.pos, conditions[choice]?.condition ?? null))
        }
      >
        <Select
          label="Feld"
          hint={
            fields.size > 0
              ? 'Ein Feld, das vor dem Abschnitt steht. Angaben in einem verborgenen Abschnitt bleiben und zählen nicht als fehlend.'
              : 'Vor diesem Abschnitt steht noch kein Feld.'
          }
          choices={[{ value: ALWAYS, text: 'Immer zeigen' }, ...fields.keys()]}
          value={name}
          onChange={(next) => {
            setName(next)
            setChoice(0)
          }}
        />
        {conditions.length > 0 && (
          <Select
            label="Zeigen, wenn es"
            choices={conditions.map(({ text }, at) => ({ value: String(at), text }))}
            value={String(choice)}
            onChange={(next) => setChoice(Number(next))}
          />
        )}
        <FormActions>
          <Button onClick={() => closePrompt(editor)}>Cancel</Button>
          <SubmitButton>OK</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}

function readCondition({ state }: Editor) {
  const section = sectionAround(state)
  const fields = new Map(
    [...fieldsBefore(state.doc, section?.pos ?? 0)].map(([name, field]) => [name, conditionsOn(field)]),
  )
  const when = section?.node.attrs['when'] as Condition | null | undefined
  const choice = when
    ? fields.get(when.field)?.findIndex(({ condition }) => isSameCondition(condition, when))
    : undefined
  const present = when && choice !== undefined && choice >= 0 ? { field: when.field, choice } : undefined
  return { section, fields, present }
}

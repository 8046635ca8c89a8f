// Dialog for a field's name, whether it is required, and the options of a choice.
import { useState } from 'react'
import { type Field, fieldLimits, hasOptions } from '#contract/document/fields.ts'
import { type Option, parseOptions } from '#contract/document/options.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import type { Editor } from './editor.ts'
import { changeField, fieldAtCursor, fieldsIn, problemWithName, removeField } from './fields.ts'
import { OptionsInput } from './options-input.tsx'
import { closePrompt, finishPrompt, PromptDialog } from './prompt-dialog.tsx'

/** `isNew`: the field was just inserted. Cancelling removes it again. */
export function FieldDialog({ editor, isNew }: { editor: Editor; isNew: boolean }) {
  const [present] = useState(() => fieldAtCursor(editor.state)?.node.attrs as Field | undefined)
  const [values, setValues] = useState({ name: present?.name ?? '' })
  const [options, setOptions] = useState<readonly Option[]>(present?.options ?? [])
  const [required, setRequired] = useState(present?.required === true)
  const [problem, setProblem] = useState<string>()
  const fields = fieldsIn(editor.state.doc).map(({ node }) => node.attrs as Field)
  const count = fields.filter(({ name }) => name === present?.name).length
  const isChoice = present !== undefined && hasOptions(present.type)

  const done = (name: string) => {
    const trimmed = options
      .map((option) => ({ ...option, text: option.text.trim() }))
      .filter(({ text }) => text !== '')
    const wrong = isChoice ? problemWithOptions(trimmed) : undefined
    const change = { name, required, ...(isChoice && { options: trimmed }) }
    if (wrong) setProblem(wrong)
    else finishPrompt(editor, changeField(present?.name ?? '', change))
  }
  return (
    <PromptDialog
      title={isNew ? 'Feld einfügen' : 'Feld ändern'}
      values={values}
      onChange={setValues}
      fields={[
        {
          name: 'name',
          label: 'Name',
          required: true,
          maxLength: fieldLimits.name,
          hint:
            count > 1
              ? `Das Feld kommt ${count}-mal vor und wird überall geändert. Seine Angaben bleiben.`
              : `${isNew ? '' : 'Die Angaben in diesem Feld bleiben. '}Felder mit gleichem Namen teilen sich eine Angabe.`,
          validate: (name) => problemWithName(name, fields, present),
        },
      ]}
      onDone={({ name }) => done(name)}
      onClose={isNew ? () => finishPrompt(editor, removeField) : () => closePrompt(editor)}
    >
      <Checkbox
        label="Pflichtfeld"
        hint="Wo es Pflichtfelder gibt, ist fertig, wer alle ausgefüllt hat."
        checked={required}
        onChange={setRequired}
      />
      {isChoice && (
        <OptionsInput
          options={options}
          problem={problem}
          onChange={(next) => {
            setOptions(next)
            setProblem(undefined)
          }}
        />
      )}
    </PromptDialog>
  )
}

function problemWithOptions(options: readonly Option[]): string | undefined {
  if (options.length === 0) return 'Bitte geben Sie mindestens eine Möglichkeit an.'
  const twice = options.find(({ text }, at) => options.findIndex((other) => other.text === text) < at)
  if (twice) return `„${twice.text}“ steht zweimal da.`
  return parseOptions(options) ? undefined : 'Eine Möglichkeit enthält Zeichen, die man nicht sieht.'
}

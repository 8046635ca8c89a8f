// Asks for what a field is called, whether it is required and, of a choice, what it is made from.
import { useState } from 'react'
import { type Field, hasOptions, longest } from '#contract/document/fields.ts'
import { type Option, optionsIn } from '#contract/document/options.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import type { FieldChange } from '../field-names.ts'
import { OptionsInput } from './options-input.tsx'
import { PromptDialog } from './prompt-dialog.tsx'

type Props = {
  present: Field | undefined
  /** It has just been inserted. */
  isNew: boolean | undefined
  /** How often it stands in the document. */
  count: number
  /** Why it cannot be called so. */
  refuses: (name: string) => string | undefined
  onDone: (change: FieldChange) => void
  onClose: () => void
}

export function FieldDialog({ present, isNew, count, refuses, onDone, onClose }: Props) {
  const isChoice = present !== undefined && hasOptions(present.type)
  const [options, setOptions] = useState<readonly Option[]>(present?.options ?? [])
  const [required, setRequired] = useState(present?.required === true)
  const [problem, setProblem] = useState<string>()

  const done = (name: string) => {
    const given = options
      .map((option) => ({ ...option, text: option.text.trim() }))
      .filter(({ text }) => text !== '')
    const wrong = isChoice ? problemOf(given) : undefined
    if (wrong) setProblem(wrong)
    else onDone({ name, required, ...(isChoice && { options: given }) })
  }
  return (
    <PromptDialog
      title={isNew ? 'Feld einfügen' : 'Feld ändern'}
      fields={[
        {
          name: 'name',
          label: 'Name',
          required: true,
          value: present?.name ?? '',
          maxLength: longest.name,
          hint:
            count > 1
              ? `Das Feld kommt ${count}-mal vor und wird überall geändert. Seine Angaben bleiben.`
              : `${isNew ? '' : 'Die Angaben in diesem Feld bleiben. '}Felder mit gleichem Namen teilen sich eine Angabe.`,
          refuses,
        },
      ]}
      onDone={({ name = '' }) => done(name)}
      onClose={onClose}
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

function problemOf(options: readonly Option[]): string | undefined {
  if (options.length === 0) return 'Bitte geben Sie mindestens eine Möglichkeit an.'
  const twice = options.find(({ text }, at) => options.findIndex((other) => other.text === text) < at)
  if (twice) return `„${twice.text}“ steht zweimal da.`
  return optionsIn(options) ? undefined : 'Eine Möglichkeit enthält Zeichen, die man nicht sieht.'
}

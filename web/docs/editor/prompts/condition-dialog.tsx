// Asks when a section is shown: always, or when something holds for a field before it.
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import type { Holding } from '../sections/shown-if.ts'

type Props = {
  /** What may hold, in words, by the names of the fields. */
  fields: ReadonlyMap<string, readonly Holding[]>
  present: { field: string; place: number } | undefined
  onDone: (holding: Holding | undefined) => void
  onClose: () => void
}

const TITLE = 'Abschnitt nur zeigen, wenn …'
const ALWAYS = ''

export function ConditionDialog({ fields, present, onDone, onClose }: Props) {
  const [name, setName] = useState(present?.field ?? ALWAYS)
  const [place, setPlace] = useState(present?.place ?? 0)
  const holding = fields.get(name) ?? []
  return (
    <Modal title={TITLE} onClose={onClose}>
      <Form label={TITLE} onSubmit={() => onDone(holding[place])}>
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
            setPlace(0)
          }}
        />
        {holding.length > 0 && (
          <Select
            label="Zeigen, wenn es"
            choices={holding.map(({ text }, at) => ({ value: String(at), text }))}
            value={String(place)}
            onChange={(next) => setPlace(Number(next))}
          />
        )}
        <FormActions>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>OK</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}

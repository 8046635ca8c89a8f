// Overlays: dialogs, prompts, toasts; and empty states.

import { useState } from 'react'
import { CallError } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Combobox } from '#web/ui/field/combobox.tsx'
import { Form, FormActions, FormRow, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { DocumentsIcon, PlusIcon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Empty, ErrorState, Loading, NotFound } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { LONG, people } from './sample.ts'
import { Row, Section } from './section.tsx'

export function Overlays() {
  const [open, setOpen] = useState(false)
  const [answer, setAnswer] = useState('')
  const ask = (question: Parameters<typeof confirm>[0]) => {
    void confirm(question).then((yes) => setAnswer(yes ? 'ja' : 'nein'))
  }
  const later = (ms: number) => new Promise((done) => setTimeout(done, ms))
  return (
    <Section title="Dialoge und Meldungen">
      <Row>
        <Button onClick={() => setOpen(true)}>Dialog öffnen</Button>
        <Button onClick={() => ask({ title: 'Sollen die Zeiten gesendet werden?', verb: 'Senden' })}>
          Frage
        </Button>
        <Button
          variant="danger"
          onClick={() =>
            ask({
              title: 'Sollen die Ergebnisse wirklich gelöscht werden?',
              children:
                '24 Personen haben diesen Prozess ausgefüllt. Die alte Tabelle bleibt als Runde erhalten.',
              verb: 'Löschen',
              danger: true,
              act: async () => {
                await later(400)
                throw new CallError(
                  0,
                  'Der Prozess wird gerade bearbeitet. Bitte später noch einmal versuchen.',
                )
              },
            })
          }
        >
          Gefährliche Frage
        </Button>
        <span data-testid="answer">{answer && `Antwort: ${answer}`}</span>
      </Row>
      <Row>
        <Button onClick={() => toast('Prozess gespeichert')}>Meldung</Button>
        <Button
          onClick={() =>
            toast('„Brandschutz“ gelöscht', {
              action: { text: 'Rückgängig', onPick: () => toast('Wieder da', { tone: 'info' }) },
            })
          }
        >
          Meldung mit Rückgängig
        </Button>
        <Button onClick={() => toast('Fehler, vermutlich fehlende Berechtigung', { tone: 'danger' })}>
          Fehlermeldung
        </Button>
        <Button onClick={() => toast(`${LONG} wurde in den Status „Archiviert“ gesetzt.`)}>
          Lange Meldung
        </Button>
      </Row>
      {open && <Example onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Example({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [date, setDate] = useState<string | null>('2026-11-21')
  const [time, setTime] = useState<string | null>(null)
  const [text, setText] = useState('')
  return (
    <Modal title="Veranstaltung ändern" onClose={onClose}>
      <Form
        onSubmit={() => {
          onClose()
          toast('Änderungen übernommen')
        }}
      >
        <TextField label="Name" value={name} onChange={setName} />
        <FormRow>
          <DateField label="Datum" value={date} onChange={setDate} />
          <TimeInput label="Uhrzeit" value={time} onChange={setTime} />
        </FormRow>
        <Combobox
          label="Zeiterfasser"
          onSearch={setText}
          items={people.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).slice(0, 10)}
          more={text === ''}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          onPick={() => undefined}
        />
        <FormActions>
          <Button onClick={() => toast('Meldung über dem Dialog', { tone: 'info' })}>Melden</Button>
          <Button onClick={onClose}>Abbrechen</Button>
          <SubmitButton disabled={name === ''}>Speichern</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}

export function States() {
  return (
    <Section title="Zustände">
      <Row grid>
        <Progress label="Abgleich mit dem Planer" text="läuft" />
        <Progress label="Zeiten werden gesendet" value={34} max={120} text="34 von 120" />
      </Row>
      <Loading />
      <Empty
        icon={<DocumentsIcon />}
        title="Noch keine Prozesse"
        action={
          <Button variant="primary" icon={<PlusIcon />}>
            Neuer Prozess
          </Button>
        }
      >
        Legen Sie den ersten Prozess an. Er ist für niemanden sichtbar, bis Sie ihn freigeben.
      </Empty>
      <ErrorState error={new Error('Der Server antwortet nicht. (Nummer 4711)')} onRetry={() => undefined} />
      <NotFound home={<Button variant="primary">Zur Übersicht</Button>} />
    </Section>
  )
}

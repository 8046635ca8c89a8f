// Fields and forms; dates and times.
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Combobox } from '#web/ui/field/combobox.tsx'
import { Form, FormActions, FormRow, SubmitButton } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { TextArea, TextField } from '#web/ui/field/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './kit.module.css'
import { LONG, type Person, people, statuses } from './sample.ts'
import { Row, Section } from './section.tsx'

export function Fields() {
  const [status, setStatus] = useState<(typeof statuses)[number]>('Aktiv')
  return (
    <Section title="Felder">
      <Row grid>
        <TextField label="Name" hint="So heißt der Prozess in allen Listen." defaultValue="Brandschutz" />
        <TextField label="Passwort" type="password" defaultValue="geheim geheim" autoComplete="off" />
        <TextField label="Benutzername" error="Diesen Benutzernamen gibt es schon." defaultValue="anna" />
        <TextArea
          label="Notiz"
          defaultValue="Kam später, blieb dafür bis zum Schluss und brachte den Wagen zurück."
          onChange={() => {}}
        />
        <TextField label="Gesperrt" disabled defaultValue="Steht fest" />
        <TextField label="Leer" placeholder="Nachname, Vorname" />
        <TextField label={LONG} defaultValue={LONG} />
        <Select label="Status" choices={statuses} value={status} onChange={setStatus} />
        <Select label="Status, gesperrt" choices={statuses} value="Archiv" disabled onChange={setStatus} />
        <div>
          <Checkbox label="Nur benutzte Gruppen" defaultChecked />
          <br />
          <Checkbox label="Einige" indeterminate />
          <br />
          <Checkbox label="Gesperrt" disabled defaultChecked />
          <br />
          <Checkbox label="Ich habe alles gelesen" error="Bitte bestätigen." />
        </div>
        <Search />
      </Row>
      <Row>
        <div className={css['card']}>
          <Refused />
        </div>
        <div className={css['card']}>
          <Form onSubmit={() => undefined} pending label="Wartet">
            <TextField
              label="Neues Passwort"
              type="password"
              defaultValue="langes Passwort"
              autoComplete="off"
            />
            <FormActions>
              <Button>Abbrechen</Button>
              <SubmitButton>Passwort ändern</SubmitButton>
            </FormActions>
          </Form>
        </div>
      </Row>
      <Notice>Der Planer wurde zuletzt vor 3 Minuten abgeglichen.</Notice>
      <Notice tone="success">Zeiterfasser erfolgreich geändert</Notice>
      <Notice tone="warning" action={<Button size="small">Neu laden</Button>}>
        Es gibt eine neue Fassung dieser Seite.
      </Notice>
    </Section>
  )
}

function Refused() {
  const [error, setError] = useState('')
  return (
    <Form
      label="Benutzer anlegen"
      error={error}
      errors={error ? errors : undefined}
      onSubmit={async () => {
        await new Promise((done) => setTimeout(done, 300))
        setError('Der Benutzer konnte nicht angelegt werden.')
      }}
    >
      <FormRow>
        <TextField label="Vorname" name="first" />
        <TextField label="Nachname" name="last" />
      </FormRow>
      <FormActions>
        <Button>Abbrechen</Button>
        <SubmitButton>Benutzer anlegen</SubmitButton>
      </FormActions>
    </Form>
  )
}
const errors = { last: 'Bitte einen Nachnamen angeben.' }

/** Simulates a slow server. */
function Search() {
  const [hits, setHits] = useState<Person[]>([])
  const [loading, setLoading] = useState(false)
  const [picked, setPicked] = useState<Person>()
  const search = (text: string) => {
    setLoading(true)
    setTimeout(() => {
      const words = text.toLowerCase().split(' ')
      setHits(people.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))))
      setLoading(false)
    }, 200)
  }
  return (
    <Combobox
      label="Zeiterfasser hinzufügen"
      placeholder="Name suchen"
      hint={picked ? `Gewählt: ${picked.name}` : 'Noch niemand gewählt'}
      onSearch={search}
      items={hits.slice(0, 10)}
      more={hits.length > 10}
      loading={loading}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      itemNote={({ note }) => note}
      onPick={setPicked}
    />
  )
}

export function DatesAndTimes() {
  const [date, setDate] = useState<string | null>('2026-11-21')
  const [time, setTime] = useState<string | null>('08:15:00')
  const [odd, setOdd] = useState<string | null>('08:07:00')
  const [none, setNone] = useState<string | null>(null)
  const [noTime, setNoTime] = useState<string | null>(null)
  return (
    <Section title="Daten und Zeiten">
      <Row grid>
        <DateField label="Beginn" value={date} onChange={setDate} hint={`Wert: ${date ?? 'leer'}`} />
        <DateField label="Ende" value={none} onChange={setNone} />
        <DateField label="Tag, gesperrt" value="2026-11-21" disabled onChange={setDate} />
        <DateField
          label="Tag, abgelehnt"
          value="2026-11-21"
          error="Das Startdatum muss vor dem Enddatum liegen."
          onChange={setDate}
        />
        <TimeInput label="Ist von" value={time} onChange={setTime} hint={`Wert: ${time ?? 'leer'}`} />
        <TimeInput label="Ist bis" value={noTime} onChange={setNoTime} />
        <TimeInput label="Nicht im Raster" value={odd} onChange={setOdd} />
        <TimeInput label="Zeit, gesperrt" value="17:00:00" disabled onChange={setOdd} />
      </Row>
    </Section>
  )
}

/** Dates and times, alone and as they stand in a timesheet. */
import { useState } from 'react'
import { DateField } from '#web/ui/date-field.tsx'
import { TimeInput } from '#web/ui/time-input.tsx'
import { Row, Section } from './section.tsx'

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

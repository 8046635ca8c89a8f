/** What stands in place of content, and waiting. */
import { Button } from '#web/ui/button.tsx'
import { DocumentsIcon, PlusIcon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Empty, ErrorState, Loading, NotFound } from '#web/ui/states.tsx'
import { Row, Section } from './section.tsx'

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
      <NotFound home={<Button variant="primary">Zu den Prozessen</Button>} />
    </Section>
  )
}

import { Page } from '#web/ui/page.tsx'
import { Backups } from './backups.tsx'
import { Section } from './section.tsx'

export function OperationScreen() {
  return (
    <Page title="Betrieb">
      <Section title="Sicherungen">
        <Backups />
      </Section>
    </Page>
  )
}

import { backToToday } from '#web/shell/back-to-today.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './integrations.module.css'
import { Tokens } from './tokens.tsx'
import { Webhooks } from './webhooks.tsx'

/** API tokens and webhooks. */
export function IntegrationsScreen() {
  return (
    <Page
      title="Schnittstellen"
      breadcrumb={[backToToday]}
      actions={<LinkButton to="/api">Alle Aufrufe</LinkButton>}
    >
      <Section title="API-Tokens">
        <div className={css['part']}>
          <Tokens />
        </div>
      </Section>
      <Section title="Webhooks">
        <div className={css['part']}>
          <Webhooks />
        </div>
      </Section>
    </Page>
  )
}

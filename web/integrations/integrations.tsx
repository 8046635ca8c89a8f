import type { ReactNode } from 'react'
import { useId } from 'react'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
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
      <Part title="API-Tokens">
        <Tokens />
      </Part>
      <Part title="Webhooks">
        <Webhooks />
      </Part>
    </Page>
  )
}

/** A section with a heading. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css['part']}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import type { Operation } from '#contract/operation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { Backups } from './backups.tsx'
import { Failures } from './failures.tsx'
import { Findings } from './findings.tsx'
import { Jobs } from './jobs.tsx'
import { Nodes } from './nodes.tsx'
import { Plots } from './plots.tsx'
import { operationQuery } from './queries.ts'
import { Section } from './section.tsx'

/** How the server fares: first whether all is well, then the day, then what happened last. */
export function OperationScreen() {
  const { findings, history, nodes, jobs, failures, version } = useSuspenseQuery(operationQuery).data
  return (
    <Page title="Betrieb" aside={<Verdict findings={findings} />}>
      <Findings findings={findings} />
      <Section title="Der letzte Tag">
        <Plots history={history} />
      </Section>
      <Section title="Sicherungen">
        <Backups />
      </Section>
      <Section title="Fehler">
        <Failures failures={failures} />
      </Section>
      <Section title="Letzte Aufträge">
        <Jobs jobs={jobs} />
      </Section>
      <Section title="Knoten" aside={`Version ${version}`}>
        <Nodes nodes={nodes} />
      </Section>
    </Page>
  )
}

function Verdict({ findings }: Pick<Operation, 'findings'>) {
  const count = findings.filter(({ look }) => look).length
  if (count === 0) return <Badge tone="success">Alles in Ordnung</Badge>
  return <Badge tone="warning">{count === 1 ? 'Eine Stelle prüfen' : `${count} Stellen prüfen`}</Badge>
}

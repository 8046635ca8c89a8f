import { useSuspenseQuery } from '@tanstack/react-query'
import type { OperationFinding, OperationJob, OperationOverview } from '#contract/operation.ts'
import { queryClient } from '#web/query-client.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { AllFirstSteps as FirstSteps } from '#web/today/first-steps.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { formatCount } from '#web/ui/format.ts'
import { CheckIcon, WarningIcon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { Section } from '#web/ui/section.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { Backups } from './backups.tsx'
import { Failures } from './failures.tsx'
import { Nodes } from './nodes.tsx'
import css from './operation.module.css'
import { Plots } from './plots.tsx'
import { backupsQuery, operationQuery } from './queries.ts'
import { TestMail } from './test-mail.tsx'

export const loadOperation = () =>
  Promise.all([queryClient.ensureQueryData(operationQuery), queryClient.ensureQueryData(backupsQuery)])

/** „Betrieb“: findings, the last day, recent events. */
export function OperationScreen() {
  const { findings, history, nodes, jobs, failures, version } = useSuspenseQuery(operationQuery).data
  return (
    <Page title="Betrieb" breadcrumb={[backToToday]} aside={<Verdict findings={findings} />}>
      <Findings findings={findings} />
      <Section title="Der letzte Tag">
        <Plots history={history} />
      </Section>
      <Section title="Sicherungen">
        <Backups />
      </Section>
      <Section title="E-Mail">
        <TestMail />
      </Section>
      <Section title="Fehler">
        <Failures failures={failures} />
      </Section>
      <Section title="Letzte Aufträge">
        <Jobs jobs={jobs} />
      </Section>
      <Section title="Knoten" aside={<span className="quiet">Fassung {version}</span>}>
        <Nodes nodes={nodes} />
      </Section>
      <Section title="Erste Schritte">
        <FirstSteps />
      </Section>
    </Page>
  )
}

function Verdict({ findings }: Pick<OperationOverview, 'findings'>) {
  const count = findings.filter(({ look }) => look).length
  if (count === 0) return <Badge tone="success">Alles in Ordnung</Badge>
  return <Badge tone="warning">{formatCount(count, 'Hinweis', 'Hinweise')}</Badge>
}

/** Key figures; those that need attention come first. */
function Findings({ findings }: { findings: readonly OperationFinding[] }) {
  const ordered = findings.toSorted((one, other) => Number(other.look) - Number(one.look))
  return (
    <ul className={css['findings']} aria-label="Wie es dem Server geht">
      {ordered.map(({ key, name, value, sentence, look }) => (
        <li key={key} className={look ? `${css['finding']} ${css['look']}` : css['finding']}>
          <p className={css['name']}>
            {look ? <WarningIcon size={18} /> : <CheckIcon size={18} />}
            <span>{name}</span>
            <span className="only-read">{look ? ': bitte nachsehen' : ': in Ordnung'}</span>
          </p>
          <p className={css['value']}>{value}</p>
          <p className={css['sentence']}>{sentence}</p>
        </li>
      ))}
    </ul>
  )
}

/** Recent syncs and transmissions, newest first. */
function Jobs({ jobs }: { jobs: readonly OperationJob[] }) {
  return (
    <DataTable
      caption="Letzte Aufträge"
      columns={columns}
      rows={jobs}
      rowKey={({ name, finished_at }) => `${name} ${finished_at}`}
      rowName={({ name }) => name}
      empty={<p className={css['nothing']}>Noch keine. Hier stehen Abgleiche und Sendungen von Zeiten.</p>}
    />
  )
}

const columns: Column<OperationJob>[] = [
  { key: 'name', head: 'Auftrag', main: true, cell: ({ name }) => name },
  {
    key: 'failed',
    head: 'Ausgang',
    inRow: 'state',
    cell: ({ failed }) => (
      <Badge tone={failed ? 'warning' : 'success'}>{failed ? 'Nicht geklappt' : 'Geklappt'}</Badge>
    ),
  },
  { key: 'finished_at', head: 'Beendet', cell: ({ finished_at }) => <Moment at={finished_at} /> },
  { key: 'says', head: 'Ergebnis', wrap: true, cell: ({ says }) => says },
]

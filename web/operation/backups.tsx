import { useSuspenseQuery } from '@tanstack/react-query'
import type { BackupItem, BackupOverview } from '#contract/backups.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { formatAgo, formatNumber } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import css from './backups.module.css'
import { backUpNow, backupsQuery } from './queries.ts'

/** State and age of backups, with a button for a new one. */
export function Backups() {
  const overview = useSuspenseQuery(backupsQuery).data
  const { onSubmit, error } = useSubmit(backUpNow)
  const { is_on, is_running, warning, items } = overview
  return (
    <div className={css['backups']}>
      {warning && <Notice tone="danger">{warning}</Notice>}
      <p>{backupsInWords(overview)}</p>
      {error && <Notice tone="danger">{error}</Notice>}
      {is_running && <Progress label="Die Sicherung wird geschrieben und geprüft …" />}
      {is_on && (
        <Button disabled={is_running} onClick={() => void onSubmit()}>
          Jetzt sichern
        </Button>
      )}
      {items.length > 0 && (
        <DataTable
          caption="Sicherungen"
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ file }) => `Sicherung ${file}`}
        />
      )}
    </div>
  )
}

function backupsInWords({ is_on, time, is_sealed, age_seconds }: BackupOverview): string {
  if (!is_on)
    return 'Der Server sichert nicht von selbst: Es ist kein Ordner dafür eingestellt (BACKUP_DIR). Das richtet ein, wer ihn betreibt.'
  const daily = `Gesichert wird jeden Tag um ${time}${is_sealed ? ', verschlüsselt' : ''}.`
  if (age_seconds === null) return `${daily} Noch gibt es keine geprüfte Sicherung.`
  const now = Date.now()
  const last = new Date(now - age_seconds * 1_000).toISOString()
  return `${daily} Der Stand der letzten geprüften: ${formatAgo(last, now)}.`
}

const stateBadges: Record<BackupItem['state'], [Tone, string]> = {
  running: ['info', 'Läuft'],
  verified: ['success', 'Geprüft'],
  failed: ['danger', 'Gescheitert'],
}
const kindNames: Record<BackupItem['kind'], string> = {
  daily: 'Täglich',
  by_hand: 'Von Hand',
}

const columns: Column<BackupItem>[] = [
  {
    key: 'started_at',
    head: 'Stand',
    main: true,
    cell: ({ started_at }) => <Moment at={started_at} />,
  },
  { key: 'kind', head: 'Art', cell: ({ kind }) => kindNames[kind] },
  {
    key: 'state',
    head: 'Ergebnis',
    wrap: true,
    inRow: 'state',
    cell: ({ state: name, problem }) => {
      const [tone, word] = stateBadges[name]
      return (
        <>
          <Badge tone={tone}>{word}</Badge> {problem}
        </>
      )
    },
  },
  { key: 'bytes', head: 'Größe', align: 'end', cell: ({ bytes }) => formatSize(bytes) },
  {
    key: 'rows',
    head: 'Zeilen',
    align: 'end',
    hide: 'narrow',
    inRow: 'labelled',
    cell: ({ rows }) => formatNumber(rows),
  },
  { key: 'file', head: 'Datei', wrap: true, hide: 'narrow', cell: ({ file }) => file },
  { key: 'node', head: 'Server', wrap: true, hide: 'narrow', cell: ({ node }) => node },
]

const formatSize = (bytes: number | null) =>
  bytes === null ? '–' : `${formatNumber(Math.max(1, Math.round(bytes / 100_000)) / 10)} MB`

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { HappeningSyncPreview } from '#contract/happenings.ts'
import { windowAfter, windowFault } from '#contract/time/sync-window.ts'
import { useBackTo } from '#web/forms/over-list.tsx'
import { NoPlannerDialog } from '#web/jobs/no-planner.tsx'
import { type ChangeKind, Preview, SyncDialog as SyncFrame } from '#web/jobs/sync-dialog.tsx'
import { useSync } from '#web/jobs/use-sync.ts'
import { queryClient } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { addDays, today } from '#web/ui/date-time/days.ts'
import { useTypedState } from '#web/ui/date-time/typed-value.ts'
import { FormRow } from '#web/ui/field/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { lastSyncQuery, startSync, syncPreviewQuery } from './changes.ts'
import { invalidateHappenings } from './queries.ts'
import css from './sync.module.css'

export const loadSync = () => queryClient.fetchQuery(lastSyncQuery)

export function SyncDialog() {
  const close = useBackTo('/happenings')
  const { has_planner } = useSuspenseQuery(lastSyncQuery).data
  return has_planner ? <SyncForm onClose={close} /> : <NoPlannerDialog onClose={close} />
}

/** Fields for the days, and the preview for these days below. */
function SyncForm({ onClose }: { onClose: () => void }) {
  const lastSync = useSuspenseQuery(lastSyncQuery).data
  const first = useTypedState(today())
  const last = useTypedState(addDays(today(), 7))
  const [start, end] = [first.value, last.value]
  // The field itself shows the error.
  const isValid = first.invalidText === undefined && last.invalidText === undefined
  const problem = windowFault(start, end)?.sentence
  const sync = useSync({
    start: () => startSync(start ?? '', end ?? ''),
    running: lastSync.running,
    notStarted: 'Fehler beim Starten der Synchronisation.',
    onEnd: invalidateHappenings,
  })
  const isAsked = !sync.isStarted && isValid && problem === undefined
  const preview = useQuery({ ...syncPreviewQuery(start ?? '', end ?? ''), enabled: isAsked })
  const goOn = () => {
    if (start === null || end === null) return
    const [nextStart, nextEnd] = windowAfter(start, end)
    first.onChange(nextStart)
    last.onChange(nextEnd)
    sync.reset()
  }
  return (
    <SyncFrame
      sync={sync}
      last={lastSync}
      canStart={isAsked && preview.data?.refused === null}
      onClose={onClose}
      next={<Button onClick={goOn}>Nächster Zeitraum</Button>}
    >
      <p className={css['words']}>
        Empfohlen sind höchstens 7 Tage je Abgleich. Geändert werden nur Veranstaltungen im Status „Entwurf“.
      </p>
      <FormRow>
        <DateField label="Startdatum" required {...first} />
        <DateField label="Enddatum" required {...last} />
      </FormRow>
      {isValid && problem === undefined && <Preview query={preview} kindsOf={previewKindsOf} />}
      {isValid && problem !== undefined && <Notice tone="danger">{problem}</Notice>}
    </SyncFrame>
  )
}

const previewKindsOf = (preview: HappeningSyncPreview): ChangeKind[] => [
  { head: 'Neu', ...preview.new },
  { head: 'Geändert', ...preview.changed },
  { head: 'Werden entfernt oder inaktiv', ...preview.vanishing },
  { head: 'In der Personalplanung geändert, nicht übernommen', ...preview.skipped },
]

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { SyncPreview } from '#contract/users.ts'
import { type Kind, Preview, SyncDialog as SyncFrame, WithoutPlanner } from '#web/jobs/sync-dialog.tsx'
import { useSync } from '#web/jobs/use-sync.ts'
import { queryClient } from '#web/query-client.ts'
import { lastSyncQuery, startSync, synced, syncPreviewQuery } from './changes.ts'
import { useBackToUsers } from './dialogs.tsx'

export const loadSync = () => queryClient.fetchQuery(lastSyncQuery)

export function SyncDialog() {
  const close = useBackToUsers()
  const { has_planner } = useSuspenseQuery(lastSyncQuery).data
  return has_planner ? <Sync onClose={close} /> : <WithoutPlanner onClose={close} />
}

function Sync({ onClose }: { onClose: () => void }) {
  const last = useSuspenseQuery(lastSyncQuery).data
  const sync = useSync({ start: startSync, running: last.running, onEnd: synced })
  const preview = useQuery({ ...syncPreviewQuery, enabled: !sync.isStarted })
  return (
    <SyncFrame sync={sync} last={last} canStart={preview.data?.refused === null} onClose={onClose}>
      <Preview query={preview} kindsOf={kindsOf} />
    </SyncFrame>
  )
}

const kindsOf = (preview: SyncPreview): Kind[] => [
  { head: 'Neu', ...preview.new },
  { head: 'Geändert', ...preview.changed },
  { head: 'Werden deaktiviert', ...preview.vanishing },
  { head: 'Wieder da', ...preview.returning },
  { head: 'Neue Gruppen', ...preview.new_groups },
  { head: 'Neue Zuweisungen', count: preview.memberships_added, names: [] },
  { head: 'Beendete Zuweisungen', count: preview.memberships_ended, names: [] },
]

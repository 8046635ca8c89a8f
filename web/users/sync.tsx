import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { SyncPreview } from '#contract/users.ts'
import { useBackTo } from '#web/forms/over-list.tsx'
import { NoPlannerDialog } from '#web/jobs/no-planner.tsx'
import { type ChangeKind, Preview, SyncDialog as SyncFrame } from '#web/jobs/sync-dialog.tsx'
import { useSync } from '#web/jobs/use-sync.ts'
import { queryClient } from '#web/query-client.ts'
import { SendIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { invalidateAfterSync, lastSyncQuery, startSync, syncPreviewQuery } from './changes.ts'
import { peopleInWords } from './people-in-words.ts'

export const loadSync = () => queryClient.fetchQuery(lastSyncQuery)

export function SyncDialog() {
  const close = useBackTo('/users')
  const { has_planner } = useSuspenseQuery(lastSyncQuery).data
  return has_planner ? <UserSync onClose={close} /> : <NoPlannerDialog onClose={close} />
}

function UserSync({ onClose }: { onClose: () => void }) {
  const { data: last, isFetching } = useSuspenseQuery(lastSyncQuery)
  const sync = useSync({ start: startSync, running: last.running, onEnd: invalidateAfterSync })
  const preview = useQuery({ ...syncPreviewQuery, enabled: !sync.isStarted })
  return (
    <SyncFrame
      sync={sync}
      last={last}
      canStart={preview.data?.refused === null}
      onClose={onClose}
      // Not while the report refetches: the cached one names the users of an earlier sync.
      next={!isFetching && <InviteNewButton ids={last.new_user_ids} />}
    >
      <Preview query={preview} kindsOf={changeKinds} />
    </SyncFrame>
  )
}

/**
 * Upper bound of ids in the address, since a longer address would be refused after a reload. Above this bound the
 * dialog invites all who are not invited yet.
 */
const MAX_IDS_IN_ADDRESS = 1_000

function InviteNewButton({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return null
  const named = ids.length > MAX_IDS_IN_ADDRESS ? {} : { ids: ids.join(',') }
  return (
    <LinkButton
      from="/users"
      to="/users/invite"
      search={(list) => ({ ...list, ...named })}
      preload={false}
      variant="primary"
      icon={<SendIcon />}
    >
      {peopleInWords(ids.length)} einladen
    </LinkButton>
  )
}

const changeKinds = (preview: SyncPreview): ChangeKind[] => [
  { head: 'Neu', ...preview.new },
  { head: 'Geändert', ...preview.changed, inLines: true },
  { head: 'Werden deaktiviert', ...preview.vanishing },
  { head: 'Wieder da', ...preview.returning },
  { head: 'Neue Gruppen', ...preview.new_groups },
  { head: 'Neue Zuweisungen', ...preview.memberships_added, inLines: true },
  { head: 'Beendete Zuweisungen', ...preview.memberships_ended, inLines: true },
]

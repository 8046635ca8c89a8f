import { Suspense, useState } from 'react'
import { SelectedRowsBar } from '#web/lists/selected-rows-bar.tsx'
import { SendIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { AssignSelectedDialog } from './assign-selected-dialog.tsx'
import { confirmSetActive } from './set-active.tsx'

type Props = { ids: readonly number[]; onClear: () => void }

/** Bulk actions on users: each is confirmed with a number, and undoable where possible. */
export function SelectedUsersBar({ ids, onClear }: Props) {
  const [group, setGroup] = useState<'grant' | 'remove'>()
  const set = async (is_active: boolean) => {
    if (await confirmSetActive(ids, is_active)) onClear()
  }
  return (
    <SelectedRowsBar count={ids.length} onClear={onClear}>
      <LinkButton
        from="/users"
        to="/users/invite"
        search={(list) => ({ ...list, ids: ids.join(',') })}
        variant="primary"
        icon={<SendIcon />}
      >
        Einladen
      </LinkButton>
      <Menu
        label="Mit allen Ausgewählten"
        text="Mehr"
        variant="plain"
        items={[
          { text: 'Gruppe zuweisen', onPick: () => setGroup('grant') },
          { text: 'Gruppe entziehen', onPick: () => setGroup('remove') },
          { text: 'Deaktivieren', danger: true, onPick: () => void set(false) },
          { text: 'Aktivieren', onPick: () => void set(true) },
        ]}
      />
      {group && (
        <Suspense>
          <AssignSelectedDialog
            ids={ids}
            action={group}
            onClose={() => setGroup(undefined)}
            onDone={onClear}
          />
        </Suspense>
      )}
    </SelectedRowsBar>
  )
}

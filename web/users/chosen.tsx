import { lazy, Suspense, useState } from 'react'
import { ask } from '#web/api.ts'
import { toastActed } from '#web/lists/acted.ts'
import { ChosenBar } from '#web/lists/chosen-bar.tsx'
import { queryClient } from '#web/query-client.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { SendIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { peopleInWords } from './people-in-words.ts'

const ChosenGroup = lazy(async () => ({ default: (await import('./chosen-group.tsx')).ChosenGroup }))

type Props = { ids: readonly number[]; onClear: () => void }

/** What can be done with all who are ticked: each act says with how many before, and can be taken back where that is possible. */
export function Chosen({ ids, onClear }: Props) {
  const [group, setGroup] = useState<'grant' | 'remove'>()
  return (
    <ChosenBar count={ids.length} onClear={onClear}>
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
          { text: 'Deaktivieren', danger: true, onPick: () => void askAndSet(ids, false, onClear) },
          { text: 'Aktivieren', onPick: () => void askAndSet(ids, true, onClear) },
        ]}
      />
      {group && (
        <Suspense>
          <ChosenGroup ids={ids} action={group} onClose={() => setGroup(undefined)} onDone={onClear} />
        </Suspense>
      )}
    </ChosenBar>
  )
}

async function askAndSet(ids: readonly number[], is_active: boolean, onDone: () => void) {
  let acted: Awaited<ReturnType<typeof setActive>> | undefined
  await confirm({
    title: `${peopleInWords(ids.length)} ${is_active ? 'aktivieren' : 'deaktivieren'}?`,
    children: (
      <p>
        {is_active
          ? 'Wer ein Passwort hat, kann sich wieder anmelden.'
          : 'Niemand davon kann sich noch anmelden, alle Sitzungen enden sofort. Was sie geschrieben haben, bleibt.'}{' '}
        Nicht betroffen sind Sie selbst und alle aus der Personalplanung: Über diese entscheidet der Abgleich.
      </p>
    ),
    verb: is_active ? 'Aktivieren' : 'Deaktivieren',
    danger: !is_active,
    act: async () => {
      acted = await setActive([...ids], is_active)
    },
  })
  if (!acted) return
  if (acted.changed === 0) toast('Es gab nichts zu ändern.', { tone: 'info' })
  else
    toastActed(`${peopleInWords(acted.changed)} ${is_active ? 'aktiviert' : 'deaktiviert'}`, acted, 'users')
  onDone()
}

async function setActive(user_ids: number[], is_active: boolean) {
  const acted = await ask('POST', '/users/mass_edit/', { body: { user_ids, is_active } })
  await queryClient.invalidateQueries({ queryKey: ['users'] })
  return acted
}

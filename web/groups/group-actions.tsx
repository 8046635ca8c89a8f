import { useNavigate } from '@tanstack/react-router'
import { toastFailure } from '#web/toast-failure.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { bidiIsolate, formatNumber } from '#web/ui/format.ts'
import { EditIcon, TrashIcon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { fetchRemovalEffects, removeGroup } from './changes.ts'

export function GroupActions({ name }: { name: string }) {
  const navigate = useNavigate({ from: '/groups' })
  const remove = async () => {
    try {
      const { members, docs } = await fetchRemovalEffects(name)
      await confirm({
        title: `Soll die Gruppe „${name}“ wirklich gelöscht werden?`,
        children: <RemovalEffects members={members} docs={docs} />,
        verb: 'Löschen',
        danger: true,
        act: () => removeGroup(name),
        done: 'Gruppe gelöscht',
      })
    } catch (problem) {
      toastFailure(problem)
    }
  }
  return (
    <Menu
      label={`Aktionen für ${name}`}
      items={[
        {
          text: 'Umbenennen',
          icon: <EditIcon />,
          onPick: () =>
            void navigate({ to: '/groups/$groupname/rename', params: { groupname: name }, search: true }),
        },
        { text: 'Löschen', icon: <TrashIcon />, danger: true, onPick: () => void remove() },
      ]}
    />
  )
}

const MAX_DOC_NAMES = 10

function RemovalEffects({ members, docs }: { members: number; docs: { name: string }[] }) {
  const names = docs.slice(0, MAX_DOC_NAMES).map(({ name }) => `„${bidiIsolate(name)}“`)
  const more = docs.length > MAX_DOC_NAMES ? ` und ${formatNumber(docs.length - MAX_DOC_NAMES)} weitere` : ''
  return (
    <>
      <p>{membersSentence(members)} Der Chat der Gruppe wird verborgen; nur Admins lesen ihn dann noch.</p>
      {docs.length === 1 && <p>Diesen Prozess sehen danach nur noch Admins: {names[0]}</p>}
      {docs.length > 1 && (
        <p>
          Diese Prozesse sehen danach nur noch Admins: {names.join(', ')}
          {more}
        </p>
      )}
    </>
  )
}

function membersSentence(members: number) {
  if (members === 0) return 'Niemand gehört zu dieser Gruppe.'
  if (members === 1) return 'Eine Person verliert damit, was diese Gruppe sehen darf.'
  return `${formatNumber(members)} Personen verlieren damit, was diese Gruppe sehen darf.`
}

import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CellAction, isMember } from '#contract/words/cell.ts'
import { ask } from '#web/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { toastWithUndo } from '#web/lists/toast-with-undo.ts'
import { queryClient } from '#web/query-client.ts'
import { Select } from '#web/ui/field/select.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { peopleInWords } from './people-in-words.ts'

/** The server's matrix, without pending toggles. */
const freshAssignmentsQuery = queryOptions({
  queryKey: ['users', 'groups', 'chosen'],
  queryFn: ({ signal }) => ask('GET', '/users/groups/', { signal }),
  // Always fresh, since numbers are derived from it.
  staleTime: 0,
})

async function assignSelected(user_ids: number[], group_id: number, granted: boolean) {
  const acted = await ask('PATCH', '/users/groups/', { body: { user_ids, group_ids: [group_id], granted } })
  await queryClient.invalidateQueries({ queryKey: ['users'] })
  return acted
}

type Props = { ids: readonly number[]; action: CellAction; onClose: () => void; onDone: () => void }

/** Adds selected users to a group or removes them, announcing how many would change. */
export function AssignSelectedDialog({ ids, action, onClose, onDone }: Props) {
  const { users, groups, relation } = useSuspenseQuery(freshAssignmentsQuery).data
  const [groupId, setGroupId] = useState('')
  const granted = action === 'grant'
  const column = groups.findIndex(({ id }) => String(id) === groupId)
  const group = groups[column]
  const chosen = new Set(ids)
  const rows = users.flatMap((user, at) => (chosen.has(user.id) ? [{ user, cells: relation[at] }] : []))
  const changing = rows.filter(({ cells }) => isMember(cells?.[column] ?? 'empty') !== granted).length

  const submit = async () => {
    if (!group) return
    const acted = await assignSelected(
      rows.map(({ user }) => user.id),
      group.id,
      granted,
    )
    const done = `Gruppe „${group.name}“ ${peopleInWords(acted.changed)} ${granted ? 'zugewiesen' : 'entzogen'}`
    if (acted.changed === 0) toast('Es gab nichts zu ändern.', { tone: 'info' })
    else toastWithUndo(done, acted, 'users')
    onClose()
    onDone()
  }
  const title = granted ? 'Gruppe zuweisen' : 'Gruppe entziehen'
  return (
    <FormDialog
      title={title}
      verb={granted ? 'Zuweisen' : 'Entziehen'}
      isReady={group !== undefined && changing > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="Gruppe"
        name="group_ids"
        hint={group && changeHint(changing, rows.length, granted)}
        choices={[
          { value: '', text: 'Bitte wählen …' },
          ...groups.map(({ id, name }) => ({ value: String(id), text: name })),
        ]}
        value={groupId}
        onChange={setGroupId}
      />
    </FormDialog>
  )
}

/** `active`: number of selected users in the matrix, which omits deactivated ones. */
function changeHint(changing: number, active: number, granted: boolean): string {
  if (changing === 0)
    return granted ? 'Alle Ausgewählten sind schon darin.' : 'Niemand der Ausgewählten ist darin.'
  const others = active - changing
  const rest =
    others === 0
      ? ''
      : granted
        ? `, ${peopleInWords(others)} ${others === 1 ? 'ist' : 'sind'} schon darin`
        : `, ${peopleInWords(others)} ${others === 1 ? 'ist' : 'sind'} nicht darin`
  const verb = granted
    ? changing === 1
      ? 'bekommt sie'
      : 'bekommen sie'
    : changing === 1
      ? 'verliert sie'
      : 'verlieren sie'
  return `${peopleInWords(changing)} ${verb}${rest}.`
}

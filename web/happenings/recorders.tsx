import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Recorder, Subhappening } from '#contract/parts.ts'
import type { UserListItem } from '#contract/users.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useLeaveGuard } from '#web/outbox/leaving.ts'
import { queryClient } from '#web/query-client.ts'
import { useIfStillHere } from '#web/shell/use-while-here.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Combobox } from '#web/ui/field/combobox.tsx'
import { CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { focusOn, useFocusHandover } from '#web/ui/keyboard/focus-on.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { setRecorders, userSearchQuery } from './changes.ts'
import { partQuery } from './queries.ts'
import css from './recorders.module.css'

const route = getRouteApi('/signed-in/happenings/$happening_id/$subhappening_id/change_users')

/** Dialog for the recorders of a part. Changes are merged into the present list when saving. */
export function ChangeRecordersDialog() {
  const part = useSuspenseQuery(partQuery(route.useParams())).data
  const [changes, setChanges] = useState<RecorderChanges>({ added: [], removed: [] })
  const users = applyChanges(part, changes)
  const navigate = useNavigate({ from: '/happenings/$happening_id' })
  const whileHere = useIfStillHere()
  const back = (ignoreBlocker = false) =>
    whileHere(() => navigate({ to: '/happenings/$happening_id', search: true, replace: true, ignoreBlocker }))
  const isChanged = !hasSameIds(users, part)
  useLeaveGuard({ wouldLose: () => isChanged, confirmLeave: () => !isChanged || confirmDiscard() })
  const submit = async () => {
    const params = { happening_id: part.happening_id, subhappening_id: part.id }
    const now = await queryClient.fetchQuery({ ...partQuery(params), staleTime: 0 })
    await setRecorders(params, applyChanges(now, changes).map(idOf))
    toast('Zeiterfasser erfolgreich geändert')
    await back(true)
  }
  const has = ({ id }: { id: number }) => users.some((user) => user.id === id)
  return (
    <FormDialog
      title="Zeiterfasser ändern"
      size="medium"
      verb="Speichern"
      isReady={isChanged}
      onSubmit={submit}
      onClose={() => void back()}
    >
      <p className={css['part']}>{part.name}</p>
      <UserSearch has={has} onPick={(user) => !has(user) && setChanges(withAdded(changes, user))} />
      <ChosenRecorders users={users} onRemove={(user) => setChanges(withRemoved(changes, user))} />
    </FormDialog>
  )
}

type UserSearchProps = { has: (user: UserListItem) => boolean; onPick: (user: UserListItem) => void }

/** Search for people to add; existing recorders are marked. */
function UserSearch({ has, onPick }: UserSearchProps) {
  const [text, setText] = useState('')
  const { data, isFetching, failureReason } = useQuery(userSearchQuery(text))
  return (
    <Combobox
      label="Person hinzufügen"
      name="user_ids"
      placeholder="Name, Benutzername, E-Mail oder Telefon …"
      items={data?.items ?? []}
      itemKey={({ id }) => id}
      itemText={({ display_name }) => display_name}
      itemNote={(user) => (has(user) ? 'Schon dabei' : user.username)}
      more={(data?.pages ?? 0) > 1}
      loading={isFetching}
      problem={failureReason}
      onSearch={setText}
      onPick={onPick}
    />
  )
}

type ChosenRecordersProps = { users: readonly Recorder[]; onRemove: (user: Recorder) => void }

function ChosenRecorders({ users, onRemove }: ChosenRecordersProps) {
  if (users.length === 0)
    return <p className={css['nobody']}>Noch niemand. Ohne Zeiterfasser tragen nur Admins Zeiten ein.</p>
  return (
    <ul className={css['list']} aria-label="Zeiterfasser">
      {users.map((user) => (
        <ChosenRecorder key={user.id} user={user} onRemove={() => onRemove(user)} />
      ))}
    </ul>
  )
}

function ChosenRecorder({ user, onRemove }: { user: Recorder; onRemove: () => void }) {
  const line = useRef<HTMLLIElement>(null)
  useFocusHandover(line, focusNextPerson)
  return (
    <li ref={line}>
      <span className={css['name']}>
        {user.display_name}{' '}
        {user.display_name === user.username || <span className="quiet">{user.username}</span>}
      </span>
      <IconButton
        label={`${user.display_name} entfernen`}
        icon={<CloseIcon size={18} />}
        onClick={onRemove}
      />
    </li>
  )
}

/** Focuses the next person, or the search if none is left. */
const focusNextPerson = (gone: HTMLElement) => {
  const next = gone.nextElementSibling ?? gone.previousElementSibling
  focusOn(next ? next.querySelector('button') : gone.closest('form')?.querySelector('input'))
}

type RecorderChanges = { added: readonly Recorder[]; removed: readonly number[] }

const withAdded = ({ added, removed }: RecorderChanges, user: Recorder): RecorderChanges => ({
  added: [...added, user],
  removed: removed.filter((id) => id !== user.id),
})

const withRemoved = ({ added, removed }: RecorderChanges, { id }: Recorder): RecorderChanges => ({
  added: added.filter((user) => user.id !== id),
  removed: [...removed, id],
})

/** Applies the changes of this dialog to the recorders as they are now: somebody else may have changed them. */
function applyChanges({ users }: Subhappening, { added, removed }: RecorderChanges): Recorder[] {
  const left = users.filter(({ id }) => !removed.includes(id))
  return [...left, ...added.filter(({ id }) => left.every((user) => user.id !== id))]
}

const idOf = ({ id }: Recorder) => id

const hasSameIds = (users: readonly Recorder[], { users: saved }: Subhappening) =>
  users.length === saved.length && users.every(({ id }) => saved.some((user) => user.id === id))

/** Asks before the dialog closes, since its changes are not stored as a draft. */
const confirmDiscard = async () =>
  !!(await confirm({
    title: 'Sollen die Änderungen verworfen werden?',
    children: <p>Sie haben die Liste geändert, aber nicht gespeichert.</p>,
    verb: 'Verwerfen',
    danger: true,
  }))

import { useNavigate } from '@tanstack/react-router'
import type { UserListItem } from '#contract/users.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import {
  EditIcon,
  EyeIcon,
  LogoutIcon,
  PlusIcon,
  SendIcon,
  ShieldIcon,
  TrashIcon,
  UserIcon,
} from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { removeUser } from './changes.ts'
import { usersSearch } from './search.ts'
import { confirmBlock } from './set-active.tsx'
import { spokenName } from './spoken-name.ts'

type Props = {
  user: UserListItem
  /** Opens a dialog over the person's own page, which then stays. */
  onEdit?: (dialog: 'name' | 'email') => void
}

/** All that can be done about a person. */
export function UserMenu({ user, onEdit }: Props) {
  const { id, can } = user
  const name = spokenName(user)
  const navigate = useNavigate({ from: '/users' })
  const params = { user_id: id }
  // From the person's own page the list behind a dialog shows this person alone.
  const search = onEdit ? usersSearch({ filter: user.username }) : true
  const remove = () =>
    confirm({
      title: `Soll „${name}“ wirklich gelöscht werden?`,
      children: <p>Nachrichten und Angaben bleiben und stehen dann unter „Gelöschter Benutzer“.</p>,
      verb: 'Löschen',
      danger: true,
      act: () => removeUser(id),
      done: 'Benutzer gelöscht',
    })
  const editItems: MenuItem[] = [
    onEdit
      ? {
          text: 'In der Benutzerliste zeigen',
          icon: <UserIcon />,
          onPick: () => void navigate({ to: '/users', search }),
        }
      : {
          text: 'Übersicht',
          icon: <UserIcon />,
          onPick: () => void navigate({ to: '/users/$user_id/person', params }),
        },
    // On their own page a button of its own.
    ...(user.is_active && !onEdit
      ? [
          {
            text: 'Einladen',
            icon: <PlusIcon />,
            onPick: () =>
              void navigate({ to: '/users/invite', search: (list) => ({ ...list, ids: String(id) }) }),
          },
        ]
      : []),
    ...(user.persplan_id === null
      ? [
          {
            text: 'Name ändern',
            icon: <UserIcon />,
            onPick: () =>
              onEdit ? onEdit('name') : void navigate({ to: '/users/$user_id/name', params, search }),
          },
        ]
      : []),
    {
      text: 'Umbenennen',
      icon: <EditIcon />,
      onPick: () => void navigate({ to: '/users/$user_id/rename', params, search }),
    },
    {
      text: 'E-Mail ändern',
      icon: <SendIcon />,
      onPick: () =>
        onEdit ? onEdit('email') : void navigate({ to: '/users/$user_id/email', params, search }),
    },
    {
      text: 'Rechte ändern',
      icon: <UserIcon />,
      onPick: () => void navigate({ to: '/users/$user_id/change_privileges', params, search }),
    },
    {
      text: 'Passwort setzen',
      icon: <EyeIcon />,
      onPick: () => void navigate({ to: '/users/$user_id/change_password', params, search }),
    },
    {
      text: 'Sitzungen',
      icon: <LogoutIcon />,
      onPick: () => void navigate({ to: '/users/$user_id/sessions', params, search }),
    },
  ]
  const items: MenuItem[] = [
    // Anonymised people cannot be renamed, promoted or reactivated.
    ...(user.is_anonymised ? [] : editItems),
    {
      text: 'Daten',
      icon: <ShieldIcon />,
      onPick: () => void navigate({ to: '/users/$user_id/data', params, search }),
    },
  ]
  if (can.block)
    items.push({
      text: user.is_blocked ? 'Sperre aufheben' : 'Sperren',
      icon: <LogoutIcon />,
      danger: !user.is_blocked,
      onPick: () => void confirmBlock(id, !user.is_blocked, name),
    })
  // On their own page nothing would be left to look at.
  if (can.delete && !onEdit)
    items.push({ text: 'Löschen', icon: <TrashIcon />, danger: true, onPick: () => void remove() })
  return <Menu label={`Aktionen für ${name}`} items={items} />
}

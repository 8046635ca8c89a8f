import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserListItem } from '#contract/users.ts'
import { confirm, openQuestion } from '#web/ui/dialog/confirm.tsx'
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
import { EmailOfPersonDialog } from './email-dialog.tsx'
import { NameOfPersonDialog } from './name-dialog.tsx'
import { usersSearch } from './search.ts'
import { confirmBlock } from './set-active.tsx'
import { spokenName } from './spoken-name.ts'

type Props = {
  user: UserListItem
  /** The menu is on the person's page, not in the list. */
  isOwnPage?: boolean
}

/** Shows a dialog over the list or the person's page, without navigation. */
const openForm = (draw: (close: () => void) => ReactNode) =>
  void openQuestion<never>((end) => draw(() => end()), { isPrompt: true })

export function UserMenu({ user, isOwnPage = false }: Props) {
  const { id, can } = user
  const name = spokenName(user)
  const navigate = useNavigate({ from: '/users' })
  const params = { user_id: id }
  // The dialogs open over the list of users. Coming from a person's page, it is filtered to this person.
  const search = isOwnPage ? usersSearch({ filter: user.username }) : true
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
    isOwnPage
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
    // The person's page has a separate button for it.
    ...(user.is_active && !isOwnPage
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
            onPick: () => openForm((close) => <NameOfPersonDialog user={user} onClose={close} />),
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
      onPick: () => openForm((close) => <EmailOfPersonDialog user={user} onClose={close} />),
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
  // Not on the person's page, since it no longer exists after the deletion.
  if (can.delete && !isOwnPage)
    items.push({ text: 'Löschen', icon: <TrashIcon />, danger: true, onPick: () => void remove() })
  return <Menu label={`Aktionen für ${name}`} items={items} />
}

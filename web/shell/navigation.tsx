import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { startSearch } from '#web/docs/search.ts'
import {
  AuditIcon,
  CalendarIcon,
  ChatIcon,
  DocumentsIcon,
  GridIcon,
  GroupsIcon,
  LogoutIcon,
  OperationIcon,
  ShieldIcon,
  UserIcon,
  UsersIcon,
} from '#web/ui/icon.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './shell.module.css'

/** Where one can go, and what is new there. */
export function Navigation() {
  const { is_admin, may_see_happenings, unread_chats } = useCurrentUser()
  return (
    <nav aria-label="Hauptmenü" className={css['navigation']}>
      <Entry to="/docs" search={startSearch} icon={<DocumentsIcon />} name="Prozesse" />
      {may_see_happenings && <Entry to="/happenings" icon={<CalendarIcon />} name="Veranstaltungen" />}
      <Entry to="/chat" icon={<ChatIcon />} name="Chat" isNew={unread_chats} />
      {is_admin && (
        <>
          <hr />
          <Entry to="/users" icon={<UsersIcon />} name="Benutzer" />
          <Entry to="/groups" icon={<GroupsIcon />} name="Gruppen" />
          <Entry to="/groupassignments" icon={<GridIcon />} name="Zuweisungen" />
          <Entry to="/audit" icon={<AuditIcon />} name="Protokoll" />
          <Entry to="/operation" icon={<OperationIcon />} name="Betrieb" />
          <Entry to="/retention" icon={<ShieldIcon />} name="Datenschutz" />
        </>
      )}
      <div className={css['own']}>
        <Entry to="/profile" icon={<UserIcon />} name="Mein Profil" />
        <Entry to="/logout" icon={<LogoutIcon />} name="Logout" />
      </div>
    </nav>
  )
}

type EntryProps = Pick<LinkProps, 'to' | 'search'> & { icon: ReactNode; name: string; isNew?: boolean }

function Entry({ icon, name, isNew = false, ...link }: EntryProps) {
  return (
    <Link {...link} className={css['entry']} activeOptions={{ exact: false, includeSearch: false }}>
      {icon}
      <span>{name}</span>
      {isNew && (
        <span className={css['dot']}>
          <span className="only-read">ungelesene Nachrichten</span>
        </span>
      )}
    </Link>
  )
}

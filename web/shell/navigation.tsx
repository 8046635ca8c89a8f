import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import type { IconProps } from '#web/ui/icon.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './shell.module.css'

/** How a route stands in the main menu, by its title. The order there is that of the routes in web/routes.ts. */
export type MenuEntry = {
  icon: ComponentType<IconProps>
  part: 'work' | 'admin' | 'own'
  /** Who has it in their menu; without a word everybody. */
  isFor?: (user: CurrentUser) => boolean
  /** Whether something unread waits there. */
  hasUnread?: (user: CurrentUser) => boolean
  search?: object
}

/** Where one can go, and what is new there. */
export function Navigation() {
  const user = useCurrentUser()
  const { routesById } = useRouter()
  const entries = Object.values(routesById).flatMap(({ fullPath, options: { staticData } }) => {
    const { title, menu } = staticData ?? {}
    return menu && (menu.isFor?.(user) ?? true) ? [{ ...menu, title, to: fullPath }] : []
  })
  const of = (part: MenuEntry['part']) =>
    entries
      .filter((entry) => entry.part === part)
      .map(({ to, search = {}, title, icon: Icon, hasUnread }) => (
        <Link
          key={to}
          {...({ to, search } as Pick<LinkProps, 'to' | 'search'>)}
          className={css['entry']}
          activeOptions={{ exact: false, includeSearch: false }}
        >
          <Icon />
          <span>{title}</span>
          {hasUnread?.(user) && (
            <span className={css['dot']}>
              <span className="only-read">ungelesene Nachrichten</span>
            </span>
          )}
        </Link>
      ))
  return (
    <nav aria-label="Hauptmenü" className={css['navigation']}>
      {of('work')}
      {user.is_admin && (
        <>
          <hr />
          {of('admin')}
        </>
      )}
      <div className={css['own']}>{of('own')}</div>
    </nav>
  )
}

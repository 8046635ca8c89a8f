import { Link, type LinkProps, useRouter, useRouterState } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import type { IconProps } from '#web/ui/icon.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './navigation.module.css'

/** A route's entry in the main menu, labelled by its title. Order follows web/routes.ts. */
export type MenuEntry = {
  icon: ComponentType<IconProps>
  part: 'work' | 'people' | 'settings' | 'own'
  /** Label in the phone's bar, which has room for few entries. All others are under „Mehr“. */
  inBar?: string
  /** Condition; absent means everybody. */
  isFor?: (user: CurrentUser) => boolean
  /** Badge: number of unread chats. */
  unread?: (user: CurrentUser) => number
  search?: object
  /** The link passes the current path in the search param `from`. */
  asksFrom?: true
}

function useEntries() {
  const user = useCurrentUser()
  const { routesById, state } = useRouter()
  return Object.values(routesById).flatMap(({ fullPath, options: { staticData } }) => {
    const { title, menu } = staticData ?? {}
    if (!menu || menu.isFor?.(user) === false) return []
    const { unread, asksFrom, search = asksFrom ? { from: state.location.pathname } : {}, ...entry } = menu
    const link = { to: fullPath, search } as Pick<LinkProps, 'to' | 'search'>
    return [{ ...entry, title, link, unread: unread?.(user) ?? 0 }]
  })
}

const activeOptions = { exact: false, includeSearch: false }

/** Links of the main menu. A dot marks unread chats. */
export function Navigation() {
  const { is_admin } = useCurrentUser()
  const here = useRouterState({ select: (state) => state.location.pathname })
  const entries = useEntries()
  const inPart = (part: MenuEntry['part']) => entries.filter((entry) => entry.part === part)
  const of = (part: MenuEntry['part']) =>
    inPart(part).map(({ link, title, icon: Icon, inBar, unread }) => (
      <Link
        key={link.to}
        {...link}
        className={css['entry']}
        data-in-bar={inBar !== undefined}
        activeOptions={activeOptions}
      >
        <Icon />
        <span>{title}</span>
        {unread > 0 && (
          <span className={css['dot']}>
            <span className="only-read">ungelesene Nachrichten</span>
          </span>
        )}
      </Link>
    ))
  const isInSettings = inPart('settings').some(({ link }) => here.endsWith(String(link.to)))
  return (
    <nav aria-label="Hauptmenü" className={css['navigation']}>
      {of('work')}
      {is_admin && (
        <>
          <MenuFold title="Personen" here={here} isOpen={!isInSettings}>
            {of('people')}
          </MenuFold>
          <MenuFold title="Einstellungen" here={here} isOpen={isInSettings}>
            {of('settings')}
          </MenuFold>
        </>
      )}
      <div className={css['own']}>{of('own')}</div>
    </nav>
  )
}

type MenuFoldProps = { title: string; here: string; isOpen: boolean; children: ReactNode }

/**
 * Collapsible part of the menu. Navigation reopens it while `isOpen`. Browsers that support exclusive `<details>`
 * then close the other part.
 */
function MenuFold({ title, here, isOpen, children }: MenuFoldProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  const open = useEffectEvent((_screen: string) => {
    if (isOpen && fold.current) fold.current.open = true
  })
  useEffect(() => open(here), [here])
  return (
    <details ref={fold} name="menu" open={isOpen} className={css['fold']}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** Links in the phone's bar. */
export const PhoneBarLinks = () =>
  useEntries()
    .filter(({ inBar }) => inBar !== undefined)
    .map(({ link, title, icon: Icon, inBar, unread }) => (
      <Link key={link.to} {...link} className={css['area']} activeOptions={activeOptions}>
        <span className={css['sign']}>
          <Icon size={24} />
        </span>
        {inBar === title ? (
          <span className={css['word']}>{inBar}</span>
        ) : (
          <>
            <span aria-hidden="true" className={css['word']}>
              {inBar}
            </span>
            <span className="only-read">{title}</span>
          </>
        )}
        {unread > 0 && (
          <span className={css['count']}>
            <span className="only-read">, </span>
            {unread > 99 ? '99+' : unread}
            <span className="only-read">{unread === 1 ? ' ungelesener Chat' : ' ungelesene Chats'}</span>
          </span>
        )}
      </Link>
    ))

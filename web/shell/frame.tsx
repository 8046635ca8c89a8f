import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { FindLink } from '#web/find/find-link.tsx'
import { outbox, sendLeftoverRows } from '#web/outbox/browser.ts'
import { useUnstoredNotice } from '#web/outbox/unstored.ts'
import { queryClient } from '#web/query-client.ts'
import { statusQuery } from '#web/status/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseIcon, MenuIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCloseRequest } from '#web/ui/use-close-request.ts'
import { currentUserQuery, useCurrentUser } from '#web/users/queries.ts'
import { useAppName } from './app-name.ts'
import { Logo } from './logo.tsx'
import nav from './navigation.module.css'
import { Navigation, PhoneBarLinks } from './navigation.tsx'
import { useIsFailing, useOutage } from './outage.ts'
import { OutageBanner } from './outage-banner.tsx'
import { Pending } from './pending.tsx'
import { NotFoundScreen } from './root.tsx'
import css from './shell.module.css'

const Gate = lazy(async () => ({ default: (await import('#web/auth/gate.tsx')).Gate }))

/** Layout around every screen of a signed-in person. */
export const Frame = () => <FrameLayout screen={<Outlet />} />

export const FramedNotFound = () => <FrameLayout screen={<NotFoundScreen />} />

/** Shown while the first screen loads. Offline, or without an answer of the server, the menu is usable meanwhile. */
export function FramePending() {
  const isKnown = useQuery({ ...currentUserQuery, enabled: false }).data !== undefined
  const isAway = useOutage() !== undefined
  return isKnown && isAway ? <FrameLayout screen={<Pending />} /> : <Pending />
}

function FrameLayout({ screen }: { screen: ReactNode }) {
  const name = useAppName()
  const { id, is_held } = useCurrentUser()
  useRerunGuards()
  useSendLeftovers()
  useUnstoredNotice()
  if (is_held)
    return (
      <Suspense>
        <Gate screen={screen} />
      </Suspense>
    )
  return (
    <div className={css['frame']}>
      <a className={css['skip']} href="#inhalt">
        Zum Inhalt
      </a>
      <div className={css['side']}>
        <div className={css['top']} data-top-bar>
          <Link to="/today" className={css['brand']} aria-label={name} title={name}>
            <Logo />
            <span>{name}</span>
          </Link>
          <FindLink key={id} className={css['search']} />
        </div>
        <MainMenu />
      </div>
      <main id="inhalt" className={css['main']} tabIndex={-1}>
        <OutageBanner />
        <NewBuildNotice />
        {screen}
      </main>
    </div>
  )
}

/** On small screens the main areas are in a bar. All other links are under „Mehr“, which closes on navigation. */
function MainMenu() {
  const place = useRouterState({ select: (state) => state.location.pathname })
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === place
  const more = useRef<HTMLButtonElement>(null)
  const close = () => setOpenAt(undefined)
  useCloseRequest(open, close)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes, wherever inside it is pressed
    <div
      className={css['menu']}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !open) return
        more.current?.focus()
        close()
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) close()
      }}
    >
      {open && <div aria-hidden="true" className={css['behind']} onClick={close} />}
      <nav aria-label="Bereiche" data-areas className={nav['bar']}>
        <PhoneBarLinks />
        <button
          ref={more}
          type="button"
          className={nav['area']}
          aria-label={open ? 'Mehr, Menü schließen' : 'Mehr, Menü öffnen'}
          aria-expanded={open}
          aria-controls="menue"
          onClick={() => setOpenAt(open ? undefined : place)}
        >
          <span className={nav['sign']}>{open ? <CloseIcon size={24} /> : <MenuIcon size={24} />}</span>
          <span className={nav['word']}>Mehr</span>
        </button>
      </nav>
      <div id="menue" className={css['links']} data-open={open}>
        <Navigation />
      </div>
    </div>
  )
}

/** Offers a reload once the server reports another build than at the start. */
function NewBuildNotice() {
  const hash = useQuery(statusQuery).data?.hash
  const [first, setFirst] = useState(hash)
  if (first === undefined && hash !== undefined) setFirst(hash)
  if (first === undefined || hash === first) return null
  return (
    <Notice
      action={
        <Button size="small" onClick={() => location.reload()}>
          Neu laden
        </Button>
      }
    >
      Es gibt eine neue Fassung dieser Anwendung.
    </Notice>
  )
}

/** Drops cached data and reruns the route guards when another user is signed in or the role has changed. */
function useRerunGuards() {
  const router = useRouter()
  const { username, is_admin, may_see_happenings } = useCurrentUser()
  const who = `${username} ${is_admin} ${may_see_happenings}`
  const before = useRef(who)
  useEffect(() => {
    if (before.current === who) return
    before.current = who
    queryClient.removeQueries({ predicate: ({ queryKey }) => !isStatusOrCurrentUser(queryKey) })
    void router.invalidate()
  }, [who, router])
}

/** Sends outbox rows that earlier visits have left, and retries when the connection is back. */
function useSendLeftovers() {
  const { id, is_held } = useCurrentUser()
  const isFailing = useIsFailing()
  useEffect(() => {
    if (!is_held) void sendLeftoverRows(id)
  }, [id, is_held])
  useEffect(() => {
    if (!isFailing) void outbox.wake()
  }, [isFailing])
}

const isStatusOrCurrentUser = ([domain, call]: readonly unknown[]) =>
  domain === 'status' || (domain === 'users' && call === 'current')

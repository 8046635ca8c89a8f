import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { isGone } from '#web/api.ts'
import { ConfirmPasswordHost, takeBackPassword } from '#web/auth/confirm-password.tsx'
import { ConfirmHost, withdrawQuestion } from '#web/ui/dialog/confirm.tsx'
import { focusHeading } from '#web/ui/keyboard/focus-on.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ErrorState, NotFound } from '#web/ui/states.tsx'
import { ToastViewport } from '#web/ui/toast/toast.tsx'
import { currentUserQuery } from '#web/users/queries.ts'
import { useAppName } from './app-name.ts'
import { ErrorScreen } from './offline.tsx'
import { useNamed, useWindowTitle } from './window-title.ts'

/** Around everything: the window's title, with a dot when somebody has written. */
export function Root() {
  const name = useAppName()
  useFocusHeading()
  useTakeBack()
  const ofRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const title = useNamed() ?? ofRoute
  const hasUnread = useQuery({ ...currentUserQuery, enabled: false }).data?.unread_chats ?? false
  return (
    <>
      <title>{`${hasUnread ? '● ' : ''}${title === undefined ? '' : `${title} · `}${name}`}</title>
      <Outlet />
      <ConfirmHost />
      <ConfirmPasswordHost />
      <ToastViewport />
    </>
  )
}

/**
 * On the way to another screen the focus goes along, to the heading there, unless the screen has a better place for it.
 * Dialogs see to their own; whatever else changes in the address leaves it where it is.
 */
function useFocusHeading() {
  const screen = useRouterState({
    select: ({ status, matches }) =>
      status === 'idle' ? matches.findLast(({ staticData }) => !staticData.dialog)?.pathname : undefined,
  })
  const before = useRef<string>(undefined)
  const focused = useRef<Element>(null)
  useEffect(() => {
    if (screen === undefined) {
      focused.current = document.activeElement
      return
    }
    const isOther = before.current !== undefined && before.current !== screen
    before.current = screen
    const isLeft = document.activeElement === document.body || document.activeElement === focused.current
    if (isOther && isLeft) focusHeading()
  }, [screen])
}

/** A question belongs to the screen on which it was asked. */
function useTakeBack() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (!pathChanged) return
        withdrawQuestion()
        takeBackPassword()
      }),
    [router],
  )
}

/** The window says no more than the screen: what the page would have been called stays unsaid. */
export function NotFoundScreen() {
  useWindowTitle('Not Found')
  return (
    <NotFound
      home={
        <LinkButton to="/today" variant="primary">
          Zur Übersicht
        </LinkButton>
      }
    />
  )
}

/** In place of a screen: there is nothing of that number, or it could not be had. */
export const ThingErrorScreen = ({ error }: { error: unknown }) =>
  isGone(error) ? <NotFoundScreen /> : <ErrorScreen error={error} />

/** Around all screens and their own screens of errors: needs neither the router nor the server. */
export const LastErrorBoundary = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={LastError}>
    {children}
  </CatchBoundary>
)

const LastError = ({ error }: { error: unknown }) => (
  <ErrorState error={error} onRetry={() => location.reload()} />
)

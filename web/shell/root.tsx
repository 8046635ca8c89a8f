import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { isGone } from '#web/api.ts'
import { QuestionHost, withdrawQuestions } from '#web/ui/dialog/confirm.tsx'
import { focusHeading } from '#web/ui/keyboard/focus-on.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ErrorState, NotFound } from '#web/ui/states.tsx'
import { ToastViewport } from '#web/ui/toast/toast.tsx'
import { currentUserQuery } from '#web/users/queries.ts'
import { useAppName } from './app-name.ts'
import { ErrorScreen } from './offline.tsx'
import { useTitleOverride, useWindowTitle } from './window-title.ts'

/** Root component: window title with a dot for unread chats. */
export function Root() {
  const name = useAppName()
  useFocusHeading()
  useWithdrawQuestions()
  const ofRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const title = useTitleOverride() ?? ofRoute
  const hasUnread = useQuery({ ...currentUserQuery, enabled: false }).data?.unread_chats ?? false
  return (
    <>
      <title>{`${hasUnread ? '● ' : ''}${title === undefined ? '' : `${title} · `}${name}`}</title>
      <Outlet />
      <QuestionHost />
      <ToastViewport />
    </>
  )
}

/**
 * After navigation focuses the new screen's heading, unless the screen focuses something else. Dialogs manage
 * their own focus; other changes of the address leave it alone.
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

/** Closes open questions and prompts when the path changes. */
function useWithdrawQuestions() {
  const router = useRouter()
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && withdrawQuestions()),
    [router],
  )
}

/** Neutral title, to reveal no more than the screen. */
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

/** Shown if the record does not exist or could not be loaded. */
export const RecordErrorScreen = ({ error }: { error: unknown }) =>
  isGone(error) ? <NotFoundScreen /> : <ErrorScreen error={error} />

/** Outermost error boundary; depends neither on the router nor on the server. */
export const LastErrorBoundary = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={LastError}>
    {children}
  </CatchBoundary>
)

const LastError = ({ error }: { error: unknown }) => (
  <ErrorState error={error} onRetry={() => location.reload()} />
)

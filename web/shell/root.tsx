import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmPasswordHost, takeBackPassword } from '#web/auth/confirm-password.tsx'
import { startSearch } from '#web/docs/search.ts'
import { ConfirmHost, takeBack } from '#web/ui/confirm.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NotFound } from '#web/ui/states.tsx'
import { ToastViewport } from '#web/ui/toast.tsx'
import { currentUserQuery } from '#web/users/queries.ts'
import { useAppName } from './app-name.ts'
import { useFocusHeading } from './use-focus-heading.ts'
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

/** A question belongs to the screen on which it was asked. */
function useTakeBack() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (!pathChanged) return
        takeBack()
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
        <LinkButton to="/docs" search={startSearch} variant="primary">
          Zu den Prozessen
        </LinkButton>
      }
    />
  )
}

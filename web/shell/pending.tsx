import { onlineManager } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { WarningIcon } from '#web/ui/icon.tsx'
import { isSmallWindow } from '#web/ui/media.ts'
import { Empty, Loading } from '#web/ui/states.tsx'
import { useOutage } from './outage.ts'

/** Loading state of a screen or part. Offline it turns into a message. */
export function Pending({ isPart }: { isPart?: boolean }) {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  const away = useOutage()
  if (isOnline && away === undefined) return <Loading />
  return <NotOnDevice isServer={isOnline && away === 'server'} isPart={isPart} />
}

/**
 * `isServer`: the server does not answer, though the network is there. A whole screen gets a back button, since it
 * has no page header.
 */
export const NotOnDevice = ({ isServer, isPart }: { isServer: boolean; isPart?: boolean | undefined }) => (
  <>
    {!isPart && <RouteTitle />}
    <Empty
      icon={<WarningIcon />}
      title="Auf diesem Gerät noch nicht geladen."
      action={!isPart && <Button onClick={() => history.back()}>Zurück</Button>}
    >
      <p>
        Sobald {isServer ? 'der Server wieder antwortet' : 'die Verbindung wieder da ist'}, geht es hier von
        selbst weiter.
      </p>
    </Empty>
  </>
)

/** Title of the route that is loading. */
function RouteTitle() {
  const { title, menu } = useMatches().at(-1)?.staticData ?? {}
  const name = (isSmallWindow() && menu?.inBar) || title
  return (
    name !== undefined && (
      <h1 data-bar-title data-missing>
        {name}
      </h1>
    )
  )
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

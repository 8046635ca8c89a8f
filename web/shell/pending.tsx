import { onlineManager } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { WarningIcon } from '#web/ui/icon.tsx'
import { isSmallWindow } from '#web/ui/media.ts'
import { Empty, Loading } from '#web/ui/states.tsx'
import { useIsAway } from './use-away.ts'

/**
 * In place of a screen whose data are on their way, or of a part of one. Where nobody answers nothing is, until
 * somebody does.
 */
export function Pending({ isPart }: { isPart?: boolean }) {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  const away = useIsAway()
  if (isOnline && away === undefined) return <Loading />
  return <NotLoaded isServer={isOnline && away === 'server'} isPart={isPart} />
}

/**
 * `isServer`: it is the server that is awaited, not the network. The way back stands here, where there is no head that
 * has it.
 */
export const NotLoaded = ({ isServer, isPart }: { isServer: boolean; isPart?: boolean | undefined }) => (
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

/** What the screen is called that is not there, as the way to it is; shown within the frame alone. */
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

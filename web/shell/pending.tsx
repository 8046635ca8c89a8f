import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { WarningIcon } from '#web/ui/icon.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'
import { useIsAway } from './use-away.ts'

/** In place of a screen whose data are on their way. Where nobody answers nothing is, until somebody does. */
export function Pending() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  const away = useIsAway()
  if (isOnline && away === undefined) return <Loading />
  return <NotLoaded isServer={isOnline && away === 'server'} />
}

/** `isServer`: it is the server that is awaited, not the network. */
export const NotLoaded = ({ isServer, action }: { isServer: boolean; action?: ReactNode }) => (
  <Empty icon={<WarningIcon />} title="Auf diesem Gerät noch nicht geladen." action={action}>
    <p>
      {isServer ? 'Sobald der Server wieder antwortet' : 'Sobald die Verbindung wieder da ist'}, geht es hier
      von selbst weiter.
    </p>
  </Empty>
)

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

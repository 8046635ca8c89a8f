import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { WarningIcon } from '#web/ui/icon.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'

/** In place of a screen whose data are on their way. Without a network nothing is, until there is one again. */
export function Pending() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  if (isOnline) return <Loading />
  return (
    <Empty icon={<WarningIcon />} title="Ohne Verbindung nicht verfügbar.">
      <p>Sobald die Verbindung wieder da ist, geht es hier von selbst weiter.</p>
    </Empty>
  )
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

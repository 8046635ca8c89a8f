import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#web/api.ts'
import { logOnly } from '#web/log-only.ts'
import { addThisDevice, type PushStatus, pushStatusQuery, removeThisDevice } from '#web/push/this-device.ts'
import { Button } from '#web/ui/button.tsx'
import { BellIcon, BellOffIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { PushPermission } from './permission.tsx'

/** State of notifications on this device, with its switch. */
export function ThisDevice() {
  const status = useSuspenseQuery(pushStatusQuery).data
  const { webpush_application_server_key } = useCurrentUser()
  const [error, setError] = useState<string>()
  if (webpush_application_server_key === null)
    return <p>Dieser Server kann keine Benachrichtigungen senden.</p>

  const act = async (doIt: () => Promise<unknown>, failed: string) => {
    setError(undefined)
    try {
      await doIt()
    } catch (problem) {
      // The browser's message is for developers.
      logOnly(failed, problem)
      setError(problem instanceof CallError ? `${failed}: ${problem.message}` : failed)
    }
  }
  const isOff: PushStatus[] = ['unasked', 'off']
  return (
    <>
      <PushPermission status={status} />
      {error && <Notice tone="danger">{error}</Notice>}
      {isOff.includes(status) && (
        <Button
          variant="primary"
          icon={<BellIcon />}
          onClick={() =>
            act(
              () => addThisDevice(webpush_application_server_key),
              'Fehler beim aktivieren der Push-Benachrichtigungen',
            )
          }
        >
          Benachrichtigungen aktivieren
        </Button>
      )}
      {status === 'on' && (
        <Button
          icon={<BellOffIcon />}
          onClick={() => act(removeThisDevice, 'Das Ausschalten hat nicht geklappt')}
        >
          Auf diesem Gerät ausschalten
        </Button>
      )}
    </>
  )
}

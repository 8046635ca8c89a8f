import { useQuery } from '@tanstack/react-query'
import { standingAccessQuery } from '#web/auth/queries.ts'
import { revokeToken } from '#web/integrations/queries.ts'
import { queryClient } from '#web/query-client.ts'
import { endCalendarFeed } from '#web/shifts/queries.ts'
import { Device, DeviceList, lastUsedText } from '#web/ui/device-list.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDate } from '#web/ui/format.ts'
import { TrashIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { confirmUnlink } from './confirm-unlink.tsx'

/**
 * Access that stays valid without a session: tokens, calendar feed, linked providers. Renders nothing without any.
 */
export function StandingAccess() {
  const { data } = useQuery(standingAccessQuery)
  if (!data || (data.tokens.length + data.providers.length === 0 && data.feed_since === null)) return null
  const end = async (what: string, says: string, act: () => Promise<unknown>) => {
    const hasEnded = await confirm({
      title: `Soll ${what} widerrufen werden?`,
      children: <p>{says}</p>,
      verb: 'Widerrufen',
      danger: true,
      act,
      done: 'Widerrufen',
    })
    if (!hasEnded) return
    await queryClient.invalidateQueries({ queryKey: standingAccessQuery.queryKey })
  }
  return (
    <div>
      <p>Das gilt auch ohne Anmeldung weiter. Widerrufen Sie, was Sie nicht kennen.</p>
      <DeviceList label="Gilt ohne Anmeldung">
        {data.tokens.map(({ id, name, expires_at, used_at }) => (
          <Device
            key={id}
            name={`API-Token „${name}“`}
            since={`gültig bis ${formatDate(expires_at)}, ${lastUsedText(used_at)}`}
          >
            <IconButton
              label={`API-Token „${name}“ widerrufen`}
              icon={<TrashIcon />}
              onClick={() =>
                void end(
                  `das API-Token „${name}“`,
                  'Das Programm, das es benutzt, kommt ab sofort nicht mehr hinein.',
                  () => revokeToken(id),
                )
              }
            />
          </Device>
        ))}
        {data.feed_since !== null && (
          <Device name="Adresse für den Kalender" since={`seit ${formatDate(data.feed_since)}`}>
            <IconButton
              label="Adresse für den Kalender widerrufen"
              icon={<TrashIcon />}
              onClick={() =>
                void end(
                  'die Adresse für den Kalender',
                  'Kalender mit dieser Adresse bekommen dann keine Einsätze mehr.',
                  endCalendarFeed,
                )
              }
            />
          </Device>
        )}
        {data.providers.map(({ key, name, made_at }) => (
          <Device key={key} name={`Anmeldung über „${name}“`} since={`verbunden seit ${formatDate(made_at)}`}>
            <IconButton
              label={`Verbindung mit „${name}“ lösen`}
              icon={<TrashIcon />}
              onClick={() => void confirmUnlink({ key, name })}
            />
          </Device>
        ))}
      </DeviceList>
    </div>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import type { PushDevice } from '#contract/push.ts'
import { devicesQuery, removeDevice, sendTestNotification } from '#web/push/queries.ts'
import { removeThisDevice } from '#web/push/this-device.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Device, DeviceList } from '#web/ui/device-list.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import { SendIcon, TrashIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

/** Devices with notifications. */
export function Devices() {
  const { items } = useSuspenseQuery(devicesQuery).data
  if (items.length === 0) return <p>Bisher wird keines Ihrer Geräte benachrichtigt.</p>

  const test = async () => {
    await sendTestNotification()
    toast('Testnachricht gesendet')
  }
  return (
    <>
      <DeviceList label="Benachrichtigte Geräte">
        {items.map((device) => (
          <NotifiedDevice key={device.id} {...device} />
        ))}
      </DeviceList>
      <Button icon={<SendIcon />} onClick={test}>
        Testnachricht senden
      </Button>
    </>
  )
}

function NotifiedDevice({ id, device, created_at, delivered_at, is_this }: PushDevice) {
  const remove = () =>
    confirm({
      title: `Soll „${device}“ nicht mehr benachrichtigt werden?`,
      children: is_this ? undefined : (
        <p>
          Wird die Anwendung dort wieder geöffnet, meldet sich das Gerät neu an. Ein Gerät, das Sie nicht mehr
          haben, sperren Sie mit einem neuen Passwort aus.
        </p>
      ),
      verb: 'Entfernen',
      danger: true,
      act: () => (is_this ? removeThisDevice() : removeDevice(id)),
    })
  return (
    <Device
      name={
        <>
          {device} {is_this && <Badge tone="info">dieses Gerät</Badge>}
        </>
      }
      since={`seit ${formatDate(created_at)}, ${
        delivered_at ? `zuletzt benachrichtigt ${formatDateTime(delivered_at)}` : 'noch nie benachrichtigt'
      }`}
    >
      <IconButton label={`${device} entfernen`} icon={<TrashIcon />} onClick={() => void remove()} />
    </Device>
  )
}

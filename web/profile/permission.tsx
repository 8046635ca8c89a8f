import { isInstalledApp, isIosBrowser } from '#web/push/platform.ts'
import type { PushStatus } from '#web/push/this-device.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { isTouch } from '#web/ui/media.ts'
import css from './settings.module.css'

const statusTexts: Record<PushStatus, readonly [tone: Tone, word: string, meaning: () => string]> = {
  unasked: [
    'neutral',
    'nicht gefragt',
    () =>
      'Auf diesem Gerät werden Sie noch nicht benachrichtigt. Nach dem Aktivieren fragt Ihr Browser, ob er das darf.',
  ],
  on: [
    'success',
    'erlaubt',
    () => 'Dieses Gerät wird benachrichtigt, auch wenn die Anwendung nicht geöffnet ist.',
  ],
  off: ['success', 'erlaubt', () => 'Ihr Browser erlaubt es, aber auf diesem Gerät ist es ausgeschaltet.'],
  denied: ['warning', 'abgelehnt', permissionDirections],
  impossible: [
    'muted',
    'nicht möglich in diesem Browser',
    () =>
      'Er kennt keine Push-Benachrichtigungen, oder die Adresse beginnt nicht mit https. Auf einem anderen Gerät oder mit einem anderen Browser geht es vielleicht.',
  ],
}

/** Directions to the permission, which depend on the browser's UI. */
function permissionDirections(): string {
  if (isInstalledApp())
    return 'Dieses Gerät lässt keine Benachrichtigungen der Anwendung zu. Erlauben Sie sie in den Einstellungen des Geräts unter „Benachrichtigungen“, und öffnen Sie die Anwendung neu.'
  const refused = 'Ihr Browser lässt keine Benachrichtigungen dieser Seite zu.'
  // Mobile browsers hide in a menu what others show in the address bar.
  if (isTouch())
    return `${refused} Erlauben Sie sie im Menü des Browsers in den Einstellungen der Website und, falls es dann noch nicht geht, in den Einstellungen des Geräts für den Browser. Laden Sie die Seite danach neu.`
  return `${refused} Ein Klick auf das Symbol links neben der Adresse führt zu ihren Einstellungen: Erlauben Sie dort Benachrichtigungen, und laden Sie die Seite neu.`
}

/** The browser's permission, with advice. */
export function PushPermission({ status }: { status: PushStatus }) {
  const [tone, word, meaning] = statusTexts[status]
  const canInstall = status === 'impossible' && isIosBrowser()
  return (
    <>
      <p className={css['permission']}>
        Berechtigung: <Badge tone={tone}>{word}</Badge>
      </p>
      {canInstall ? <HomeScreenDirections /> : <p>{meaning()}</p>}
    </>
  )
}

/** iOS allows notifications only for apps on the home screen. */
const HomeScreenDirections = () => (
  <>
    <p>Auf iPhone und iPad geht es, sobald die Anwendung auf dem Home-Bildschirm liegt:</p>
    <ol className={css['steps']}>
      <li>Tippen Sie in Safari auf das Teilen-Symbol (ein Quadrat mit einem Pfeil nach oben).</li>
      <li>Wählen Sie „Zum Home-Bildschirm“ und dann „Hinzufügen“.</li>
      <li>Öffnen Sie die Anwendung vom Home-Bildschirm aus, und melden Sie sich an.</li>
      <li>Aktivieren Sie dort in „Mein Profil“ die Benachrichtigungen.</li>
    </ol>
  </>
)

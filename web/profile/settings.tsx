// Personal settings below the password.
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Session } from '#contract/auth.ts'
import { ownIdentitiesQuery } from '#web/auth/providers.ts'
import { endOtherSessions, endSession, sessionsQuery } from '#web/auth/queries.ts'
import { SessionList } from '#web/auth/session-list.tsx'
import { Protection } from '#web/factors/protection.tsx'
import { codesQuery, passkeysQuery } from '#web/factors/queries.ts'
import { install, useInstallOffer } from '#web/push/install.ts'
import { devicesQuery, preferencesQuery } from '#web/push/queries.ts'
import { isApp, isAppleBrowser } from '#web/push/surroundings.ts'
import { statusQuery } from '#web/push/this-device.ts'
import { chooseScheme, chosenScheme, type Scheme } from '#web/shell/scheme.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { focusHeading } from '#web/ui/keyboard/focus-on.ts'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { isTouch } from '#web/ui/media.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { Devices } from './devices.tsx'
import { MyData } from './my-data.tsx'
import { OwnProviders } from './own-providers.tsx'
import { Preferences } from './preferences.tsx'
import css from './settings.module.css'
import { StandingAccess } from './standing-access.tsx'
import { ThisDevice } from './this-device.tsx'

export function Settings() {
  const { is_admin } = useCurrentUser()
  // In parallel: sections that appear one by one would shift the layout.
  usePrefetchQuery(passkeysQuery)
  usePrefetchQuery(codesQuery)
  usePrefetchQuery(ownIdentitiesQuery)
  usePrefetchQuery(statusQuery)
  usePrefetchQuery(devicesQuery)
  usePrefetchQuery(preferencesQuery)
  usePrefetchQuery(sessionsQuery)
  useEffect(() => {
    // Rendered late, so the section in the address is scrolled to here.
    const named = document.getElementById(location.hash.slice(1))
    if (!named) return
    named.scrollIntoView({ block: 'start', behavior: 'instant' })
    focusHeading()
  }, [])
  return (
    <>
      <Protection />
      <OwnProviders />
      <Notifications />
      <Sessions />
      <InstallApp />
      <Appearance />
      <MyData />
      {is_admin && (
        <section id="schnittstelle">
          <h2>Schnittstelle</h2>
          <p>Alle Aufrufe, die diese Anwendung versteht, mit Feldern und Berechtigungen.</p>
          <AnchorButton href="/api/">Beschreibung öffnen</AnchorButton>
        </section>
      )}
    </>
  )
}

/** This device, other devices, kinds. */
function Notifications() {
  const { username } = useCurrentUser()
  return (
    <section id="benachrichtigungen">
      <h2>Benachrichtigungen</h2>
      <ThisDevice />
      <div className={css['part']}>
        <h3>Benachrichtigte Geräte</h3>
        <Devices />
      </div>
      <div className={css['part']}>
        <h3>Ruhe und Themen</h3>
        <Preferences key={username} />
      </div>
    </section>
  )
}

/** Where the browser has no install prompt, its menu does it. */
function InstallApp() {
  const offer = useInstallOffer()
  return (
    <section id="app">
      <h2>App installieren</h2>
      <p>Mit eigenem Symbol und eigenem Fenster, ohne die Leisten des Browsers.</p>
      {offer ? (
        <Button icon={<DownloadIcon />} onClick={() => void install(offer)}>
          App installieren
        </Button>
      ) : (
        <p>{wayToInstall()}</p>
      )}
    </section>
  )
}

/** Stored per browser. */
function Appearance() {
  const [scheme, setScheme] = useState(chosenScheme)
  return (
    <section id="darstellung">
      <h2>Darstellung</h2>
      <p>Gilt nur auf diesem Gerät.</p>
      <Select
        label="Hell oder dunkel"
        choices={schemes}
        value={scheme}
        onChange={(next) => {
          setScheme(next)
          chooseScheme(next)
        }}
      />
    </section>
  )
}
const schemes: { value: Scheme; text: string }[] = [
  { value: '', text: 'Wie das Gerät' },
  { value: 'light', text: 'Hell' },
  { value: 'dark', text: 'Dunkel' },
]

function wayToInstall(): string {
  if (isApp()) return 'Auf diesem Gerät ist die App installiert.'
  if (isAppleBrowser())
    return 'Tippen Sie in Safari auf das Teilen-Symbol (ein Quadrat mit einem Pfeil nach oben), dann auf „Zum Home-Bildschirm“ und „Hinzufügen“.'
  if (isTouch()) return 'Wählen Sie im Menü Ihres Browsers „App installieren“ oder „Zum Startbildschirm“.'
  return 'In Chrome und Edge steht rechts in der Adresszeile ein Symbol zum Installieren. Andere Browser nennen es in ihrem Menü, wenn sie es können.'
}

/** All sessions, to end unknown or lost ones. */
function Sessions() {
  const { items } = useSuspenseQuery(sessionsQuery).data
  const end = async ({ id, device }: Session) => {
    const hasEnded = await confirm({
      title: `Soll die Sitzung „${device}“ beendet werden?`,
      children: <p>Das Gerät wird sofort abgemeldet und nicht mehr benachrichtigt.</p>,
      verb: 'Beenden',
      danger: true,
      act: () => endSession(id),
    })
    if (hasEnded) toast('Sitzung beendet')
  }
  const endOthers = async () => {
    const haveEnded = await confirm({
      title: 'Sollen alle anderen Sitzungen beendet werden?',
      children: <p>Sie bleiben nur auf diesem Gerät angemeldet.</p>,
      verb: 'Alle anderen beenden',
      danger: true,
      act: endOtherSessions,
    })
    if (haveEnded) toast('Sitzungen beendet')
  }
  return (
    <section id="geraete">
      <h2>Angemeldete Geräte</h2>
      <p>
        Hier sind Sie angemeldet. Kennen Sie ein Gerät nicht, beenden Sie seine Sitzung, und ändern Sie Ihr
        Passwort.
      </p>
      <SessionList sessions={items} onEnd={(session) => void end(session)} />
      {items.length > 1 && <Button onClick={() => void endOthers()}>Alle anderen beenden</Button>}
      <div id="ohne-anmeldung">
        <StandingAccess />
      </div>
    </section>
  )
}

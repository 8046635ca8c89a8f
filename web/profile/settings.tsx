// Personal settings: rows that open, the most wanted first.
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Session } from '#contract/auth.ts'
import { ownIdentitiesQuery } from '#web/auth/providers.ts'
import { endOtherSessions, endSession, sessionsQuery } from '#web/auth/queries.ts'
import { SessionList } from '#web/auth/session-list.tsx'
import { OneTimeCodes } from '#web/factors/codes.tsx'
import { Passkeys } from '#web/factors/passkeys.tsx'
import { codesQuery, passkeysQuery } from '#web/factors/queries.ts'
import { DataExport } from '#web/privacy/data-export.tsx'
import { showInstallPrompt, useInstallPrompt } from '#web/push/install.ts'
import { isInstalledApp, isIosBrowser } from '#web/push/platform.ts'
import { devicesQuery, preferencesQuery } from '#web/push/queries.ts'
import { pushStatusQuery } from '#web/push/this-device.ts'
import { type ColourScheme, getColourScheme, setColourScheme } from '#web/shell/scheme.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { focusHeading } from '#web/ui/keyboard/focus-on.ts'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { isTouch } from '#web/ui/media.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './devices.tsx'
import { OwnProviders } from './own-providers.tsx'
import { Preferences } from './preferences.tsx'
import { openProfilePart, ProfilePart } from './profile-part.tsx'
import css from './settings.module.css'
import { StandingAccess } from './standing-access.tsx'
import { ThisDevice } from './this-device.tsx'

export function Settings() {
  const { is_admin } = useCurrentUser()
  const hash = useLocation({ select: ({ hash }) => hash })
  // In parallel: sections that appear one by one would shift the layout.
  usePrefetchQuery(passkeysQuery)
  usePrefetchQuery(codesQuery)
  usePrefetchQuery(ownIdentitiesQuery)
  usePrefetchQuery(pushStatusQuery)
  usePrefetchQuery(devicesQuery)
  usePrefetchQuery(preferencesQuery)
  usePrefetchQuery(sessionsQuery)
  useEffect(() => {
    // Rendered late, so the part in the address is opened and scrolled to here.
    const named = openProfilePart(hash)
    if (!named) return
    named.scrollIntoView({ block: 'start', behavior: 'instant' })
    focusHeading()
  }, [hash])
  return (
    <div className={css['parts']}>
      <Notifications />
      <ChangePassword />
      <SecondFactors />
      <OwnProviders />
      <Sessions />
      <InstallApp />
      <Appearance />
      <ProfilePart id="daten" title="Meine Daten">
        <p>
          Alles, was über Sie gespeichert ist: Profil, Gruppen, Zeiten, Angaben, eigene Nachrichten und
          Bilder, Sitzungen, Geräte und Protokoll. Zum Lesen als PDF, vollständig und für andere Programme als
          JSON.
        </p>
        <DataExport whose="own" />
      </ProfilePart>
      {is_admin && (
        <ProfilePart id="schnittstelle" title="Schnittstelle">
          <p>Alle Aufrufe, die diese Anwendung versteht, mit Feldern und Berechtigungen.</p>
          <AnchorButton href="/api/">Beschreibung öffnen</AnchorButton>
        </ProfilePart>
      )}
    </div>
  )
}

function SecondFactors() {
  const { items, is_possible } = useSuspenseQuery(passkeysQuery).data
  const { codes_since } = useSuspenseQuery(codesQuery).data
  const none = is_possible ? 'keine' : 'hier nicht möglich'
  return (
    <>
      <ProfilePart
        id="passkeys"
        title="Passkeys"
        state={items.length > 0 ? formatNumber(items.length) : none}
      >
        <p>
          Damit melden Sie sich ohne Passwort an: mit Finger, Gesicht oder PIN Ihres Geräts. Ein Passkey lässt
          sich nicht erraten und nicht auf einer falschen Seite eingeben.
        </p>
        <Passkeys />
      </ProfilePart>
      <ProfilePart id="einmalcodes" title="Einmalcodes" state={codes_since === null ? 'aus' : 'an'}>
        <OneTimeCodes />
      </ProfilePart>
    </>
  )
}

/** Notifications on this device and on others, quiet hours, and kinds of notifications. */
function Notifications() {
  const { username } = useCurrentUser()
  const isOn = useSuspenseQuery(pushStatusQuery).data === 'on'
  return (
    <ProfilePart id="benachrichtigungen" title="Benachrichtigungen" state={isOn ? 'an' : 'aus'} isOpen>
      <ThisDevice />
      <h3>Benachrichtigte Geräte</h3>
      <Devices />
      <h3>Ruhe und Themen</h3>
      <Preferences key={username} />
    </ProfilePart>
  )
}

/** The browser's install prompt, or directions for browsers that install by their menu. */
function InstallApp() {
  const offer = useInstallPrompt()
  return (
    <ProfilePart id="app" title="App installieren" state={isInstalledApp() && 'installiert'}>
      <p>Mit eigenem Symbol und eigenem Fenster, ohne die Leisten des Browsers.</p>
      {offer ? (
        <Button icon={<DownloadIcon />} onClick={() => void showInstallPrompt(offer)}>
          App installieren
        </Button>
      ) : (
        <p>{installDirections()}</p>
      )}
    </ProfilePart>
  )
}

/** Light or dark. Stored per browser, not per account. */
function Appearance() {
  const [scheme, setScheme] = useState(getColourScheme)
  return (
    <ProfilePart
      id="darstellung"
      title="Darstellung"
      state={schemes.find(({ value }) => value === scheme)?.text}
    >
      <p>Gilt nur auf diesem Gerät.</p>
      <Select
        label="Hell oder dunkel"
        choices={schemes}
        value={scheme}
        onChange={(next) => {
          setScheme(next)
          setColourScheme(next)
        }}
      />
    </ProfilePart>
  )
}
const schemes: { value: ColourScheme; text: string }[] = [
  { value: '', text: 'Wie das Gerät' },
  { value: 'light', text: 'Hell' },
  { value: 'dark', text: 'Dunkel' },
]

function installDirections(): string {
  if (isInstalledApp()) return 'Auf diesem Gerät ist die App installiert.'
  if (isIosBrowser())
    return 'Tippen Sie in Safari auf das Teilen-Symbol (ein Quadrat mit einem Pfeil nach oben), dann auf „Zum Home-Bildschirm“ und „Hinzufügen“.'
  if (isTouch()) return 'Wählen Sie im Menü Ihres Browsers „App installieren“ oder „Zum Startbildschirm“.'
  return 'In Chrome und Edge steht rechts in der Adresszeile ein Symbol zum Installieren. Andere Browser nennen es in ihrem Menü, wenn sie es können.'
}

/** All sessions, to end unknown or lost ones. */
function Sessions() {
  const { items } = useSuspenseQuery(sessionsQuery).data
  const end = ({ id, device }: Session) =>
    confirm({
      title: `Soll die Sitzung „${device}“ beendet werden?`,
      children: <p>Das Gerät wird sofort abgemeldet und nicht mehr benachrichtigt.</p>,
      verb: 'Beenden',
      danger: true,
      act: () => endSession(id),
      done: 'Sitzung beendet',
    })
  const endOthers = () =>
    confirm({
      title: 'Sollen alle anderen Sitzungen beendet werden?',
      children: <p>Sie bleiben nur auf diesem Gerät angemeldet.</p>,
      verb: 'Alle anderen beenden',
      danger: true,
      act: endOtherSessions,
      done: 'Sitzungen beendet',
    })
  return (
    <ProfilePart id="geraete" title="Angemeldete Geräte" state={formatNumber(items.length)}>
      <p>
        Hier sind Sie angemeldet. Kennen Sie ein Gerät nicht, beenden Sie seine Sitzung, und ändern Sie Ihr
        Passwort.
      </p>
      <SessionList sessions={items} onEnd={(session) => void end(session)} />
      {items.length > 1 && <Button onClick={() => void endOthers()}>Alle anderen beenden</Button>}
      <div id="ohne-anmeldung">
        <StandingAccess />
      </div>
    </ProfilePart>
  )
}

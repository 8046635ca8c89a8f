import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Session } from '#contract/auth.ts'
import { endOtherSessions, endSession, sessionsQuery } from '#web/auth/queries.ts'
import { SessionList } from '#web/auth/session-list.tsx'
import { isAppleBrowser } from '#web/push/apple.ts'
import { install, useInstallOffer } from '#web/push/install.ts'
import { devicesQuery, preferencesQuery } from '#web/push/queries.ts'
import { isApp, isTouched } from '#web/push/surroundings.ts'
import { queryClient } from '#web/query-client.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { chooseScheme, chosenScheme, type Scheme } from '#web/shell/scheme.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DetailsList } from '#web/ui/details-list.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './devices.tsx'
import { Preferences } from './preferences.tsx'
import css from './profile.module.css'
import { ThisDevice } from './this-device.tsx'

const Protection = lazy(async () => ({
  default: (await import('#web/factors/protection.tsx')).Protection,
}))

const MyData = lazy(async () => ({ default: (await import('./my-data.tsx')).MyData }))

export const loadProfile = () =>
  Promise.all([
    queryClient.ensureQueryData(devicesQuery),
    queryClient.ensureQueryData(preferencesQuery),
    queryClient.ensureQueryData(sessionsQuery),
  ])

export function ProfileScreen() {
  const { username, display_name, is_admin, groups } = useCurrentUser()
  return (
    <Page title="Mein Profil" breadcrumb={[backToToday]} width="reading">
      <div className={css['profile']}>
        <DetailsList
          items={[
            ...(display_name === username ? [] : [{ name: 'Name', value: display_name }]),
            { name: 'Benutzername', value: username },
            { name: 'Rolle', value: is_admin ? 'Admin' : 'Benutzer' },
            {
              name: 'Gruppen',
              value:
                groups.length > 0 ? (
                  <span className={css['groups']}>
                    {groups.map(({ id, name }) => (
                      <Badge key={id}>{name}</Badge>
                    ))}
                  </span>
                ) : (
                  'keine'
                ),
            },
          ]}
        />
        <nav aria-label="Abschnitte" className={css['jumps']}>
          <a href="#passwort">Passwort ändern</a>
          <a href="#passkeys">Passkeys und Codes</a>
          <a href="#benachrichtigungen">Benachrichtigungen</a>
          <a href="#geraete">Angemeldete Geräte</a>
          <a href="#app">Als App</a>
          <a href="#darstellung">Darstellung</a>
          <a href="#daten">Meine Daten</a>
        </nav>
        <ChangePassword />
        <div id="passkeys" className={css['later']}>
          <Suspense>
            <Protection />
          </Suspense>
        </div>
        <Notifications />
        <Sessions />
        <InstallApp />
        <Appearance />
        <div id="daten" className={css['later']}>
          <Suspense>
            <MyData />
          </Suspense>
        </div>
        {is_admin && (
          <section id="schnittstelle">
            <h2>Schnittstelle</h2>
            <p>Alle Aufrufe, die diese Anwendung versteht, mit Feldern und Berechtigungen.</p>
            <LinkButton to="/api">Beschreibung öffnen</LinkButton>
          </section>
        )}
      </div>
    </Page>
  )
}

/** On this device, on the others, and what about. */
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

/** Where the browser does not offer it, its own menu does. */
function InstallApp() {
  const offer = useInstallOffer()
  return (
    <section id="app">
      <h2>Als App</h2>
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

/** Of this browser alone: others may stand in another light. */
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
  if (isTouched()) return 'Wählen Sie im Menü Ihres Browsers „App installieren“ oder „Zum Startbildschirm“.'
  return 'In Chrome und Edge steht rechts in der Adresszeile ein Symbol zum Installieren. Andere Browser nennen es in ihrem Menü, wenn sie es können.'
}

/** Every browser that is signed in: what one does not know, or has lost, is ended from here. */
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
    </section>
  )
}

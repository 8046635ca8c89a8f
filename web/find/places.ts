// The screens of the app and what is done there, by what they are called.
import type { CurrentUser } from '#contract/users.ts'
import { placesOf, wantedWords } from '#contract/words/found.ts'
import type { MenuEntry } from '#web/shell/navigation.tsx'

export type Place = {
  to: string
  search?: object
  title: string
  /** A section there, and what the screen is called. */
  hash?: string
  within?: string
  /** Only by what else people call it. */
  isAlike?: boolean
}
/**
 * What is done on a screen beside other things, and is searched for by its own name; `alike`: what else people call
 * it.
 */
type Section = Place & { alike: string }
type Route = { fullPath: string; options: { staticData?: Said } }
type Said = { title?: string | undefined; menu?: MenuEntry | undefined; dialog?: boolean | undefined }

/** Of those that somebody is in, which are called so. */
export function roomsFor<Room extends { name: string }>(filter: string, rooms: readonly Room[]): Room[] {
  const isMeant = meant(filter)
  return isMeant ? rooms.filter(({ name }) => isMeant(name)) : []
}

export function placesFor(filter: string, user: CurrentUser, routes: readonly Route[]): Place[] {
  const isMeant = meant(filter)
  if (!isMeant) return []
  const screens = screensFor(user, routes)
  const named = screens.filter(({ title }) => isMeant(title))
  const sections = sectionsFor(user).flatMap(({ alike, ...section }) =>
    isMeant(`${section.title} ${alike}`) ? [{ ...section, isAlike: !isMeant(section.title) }] : [],
  )
  return [...named, ...screens.flatMap((screen) => meantBy(screen, isMeant)), ...sections]
}

/** Whether a text has a beginning of every word; undefined where there are none. */
function meant(filter: string) {
  const words = wantedWords(filter)
  if (words.length === 0) return undefined
  return (text: string) => words.every((word) => placesOf(text, [word]).length > 0)
}

/** A screen that is called otherwise; what it is for stands beside its name. */
function meantBy(screen: Place, isMeant: (text: string) => boolean): Place[] {
  const alike = screensAlike[screen.to]
  if (alike === undefined || isMeant(screen.title) || !isMeant(`${screen.title} ${alike}`)) return []
  return [{ ...screen, within: screen.within ?? alike, isAlike: true }]
}

/** What else people call the screens, or look for there. */
const screensAlike: Partial<Record<string, string>> = {
  '/today': 'Start, Übersicht, Aufgaben, Was ansteht',
  '/docs': 'Dokumente, Formulare, Checklisten, Unterlagen',
  '/docs/add': 'Dokument anlegen, erstellen, Vorlagen',
  '/happenings': 'Zeiten, Zeiterfassung, Stunden, Teams, Termine',
  '/happenings/sync': 'Personalplanung, Planer, synchronisieren',
  '/shifts': 'Zeiten, Arbeitszeiten, Stunden, Schichten, Dienstplan, Termine',
  '/chat': 'Nachrichten, Gespräche, schreiben',
  '/profile': 'Konto, Einstellungen',
  '/logout': 'Abmelden, ausloggen',
  '/help': 'Handbuch, Anleitung, Fragen',
  '/users': 'Personen, Mitarbeitende, Leute, Konten',
  '/users/create': 'Person anlegen, hinzufügen, Konto',
  '/users/import': 'Benutzer importieren, Excel, CSV, hochladen',
  '/users/invite': 'Einladungen, Zugang, Anmeldung',
  '/users/sync': 'Personalplanung, Planer, synchronisieren',
  '/groups': 'Abteilungen, Teams',
  '/groups/create': 'Gruppe anlegen, hinzufügen',
  '/groupassignments': 'Mitglieder, Gruppen, Rechte',
  '/audit': 'Verlauf, Änderungen, Wer was getan hat',
  '/operation': 'Server, Sicherungen, Backup, Updates',
  '/integrations': 'API, Token, Webhooks',
  '/privacy': 'DSGVO, Aufbewahrung, Auskunft, löschen',
}

/** For administrators also the dialogs that need nothing chosen before. */
const screensFor = (user: CurrentUser, routes: readonly Route[]): Place[] =>
  routes.flatMap(({ fullPath, options: { staticData } }) => {
    const { title, menu, dialog } = staticData ?? {}
    if (title === undefined || fullPath.includes('$')) return []
    const isTheirs = menu
      ? (menu.isFor?.(user) ?? true) && (menu.part !== 'admin' || user.is_admin)
      : dialog === true && user.is_admin
    if (!isTheirs) return []
    // Two are called „Abgleich“: a dialog says which screen it belongs to.
    const around = fullPath.slice(0, fullPath.lastIndexOf('/'))
    const within = dialog && routes.find((route) => route.fullPath === around)?.options.staticData?.title
    return [{ to: fullPath, search: menu?.search ?? {}, title, ...(within && { within }) }]
  })

const inProfile = { to: '/profile', within: 'Mein Profil' }

const profile: Section[] = [
  { ...inProfile, hash: 'passwort', title: 'Passwort ändern', alike: 'Kennwort neues PIN' },
  {
    ...inProfile,
    hash: 'passkeys',
    title: 'Passkeys und Einmalcodes',
    alike: 'Zwei-Faktor 2FA TOTP Authenticator Fingerabdruck Gesicht',
  },
  {
    ...inProfile,
    hash: 'benachrichtigungen',
    title: 'Benachrichtigungen',
    alike: 'Mitteilungen Push Ruhe Ruhezeit Themen Probe',
  },
  { ...inProfile, hash: 'geraete', title: 'Angemeldete Geräte', alike: 'Sitzungen abmelden' },
  {
    ...inProfile,
    hash: 'app',
    title: 'App installieren',
    alike: 'Als App Symbol Home-Bildschirm Startbildschirm',
  },
  {
    ...inProfile,
    hash: 'darstellung',
    title: 'Darstellung',
    alike: 'Hell Dunkel Nachtmodus Dunkelmodus Dark Mode Farben Design Theme',
  },
  { ...inProfile, hash: 'daten', title: 'Meine Daten', alike: 'Datenschutz Auskunft JSON' },
]
const api = { ...inProfile, hash: 'schnittstelle', title: 'Schnittstelle', alike: 'API Aufrufe' }
const calendar = {
  to: '/shifts',
  within: 'Meine Einsätze',
  hash: 'kalender',
  title: 'Kalender abonnieren',
  alike: 'Einsätze iCal Abo Adresse eigener',
}

const sectionsFor = ({ is_admin, has_shifts }: CurrentUser): Section[] => [
  ...profile,
  ...(is_admin ? [api] : []),
  ...(has_shifts ? [calendar] : []),
]

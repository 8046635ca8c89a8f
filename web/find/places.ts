// Searchable screens and actions of the app.
import type { CurrentUser } from '#contract/users.ts'
import { findWordStartMatches, searchWordsOf } from '#contract/words/matches.ts'
import type { MenuEntry } from '#web/shell/navigation.tsx'

export type Place = {
  to: string
  search?: object
  title: string
  /** `hash`: id of a section on the screen. `within`: second line of the hit, usually the screen's title. */
  hash?: string
  within?: string
  /** Matched by a synonym only. */
  isSynonymMatch?: boolean
}
/** A section or action that is found by its own title. `synonyms`: further search words that find it. */
type ScreenSection = Place & { synonyms: string }
type SearchableRoute = { fullPath: string; options: { staticData?: RouteStaticData } }
type RouteStaticData = {
  title?: string | undefined
  menu?: MenuEntry | undefined
  dialog?: boolean | undefined
}

export function roomsFor<Room extends { name: string }>(filter: string, rooms: readonly Room[]): Room[] {
  const isMeant = matcherFor(filter)
  return isMeant ? rooms.filter(({ name }) => isMeant(name)) : []
}

export function placesFor(filter: string, user: CurrentUser, routes: readonly SearchableRoute[]): Place[] {
  const isMeant = matcherFor(filter)
  if (!isMeant) return []
  const screens = screensFor(user, routes)
  const named = screens.filter(({ title }) => isMeant(title))
  const sections = sectionsFor(user).flatMap(({ synonyms, ...section }) =>
    isMeant(`${section.title} ${synonyms}`) ? [{ ...section, isSynonymMatch: !isMeant(section.title) }] : [],
  )
  return [...named, ...screens.flatMap((screen) => matchBySynonym(screen, isMeant)), ...sections]
}

/** Returns a test whether each search word begins a word of a text. Undefined if the filter has no words. */
function matcherFor(filter: string) {
  const words = searchWordsOf(filter)
  if (words.length === 0) return undefined
  return (text: string) => words.every((word) => findWordStartMatches(text, [word]).length > 0)
}

/**
 * The screen, if its title matches only together with its synonyms. The hit then shows the synonyms in its second
 * line, unless that has a text already.
 */
function matchBySynonym(screen: Place, isMeant: (text: string) => boolean): Place[] {
  const synonyms = screenSynonyms[screen.to]
  if (synonyms === undefined || isMeant(screen.title) || !isMeant(`${screen.title} ${synonyms}`)) return []
  return [{ ...screen, within: screen.within ?? synonyms, isSynonymMatch: true }]
}

const screenSynonyms: Partial<Record<string, string>> = {
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

/** Screens of the user's menu, for administrators also dialogs. Excludes addresses with a parameter. */
const screensFor = (user: CurrentUser, routes: readonly SearchableRoute[]): Place[] =>
  routes.flatMap(({ fullPath, options: { staticData } }) => {
    const { title, menu, dialog } = staticData ?? {}
    if (title === undefined || fullPath.includes('$')) return []
    const isTheirs = menu
      ? (menu.isFor?.(user) ?? true) && (isForAll(menu.part) || user.is_admin)
      : dialog === true && user.is_admin
    if (!isTheirs) return []
    // Adds the title of the screen below the dialog, since two dialogs are called „Abgleich“.
    const around = fullPath.slice(0, fullPath.lastIndexOf('/'))
    const within = dialog && routes.find((route) => route.fullPath === around)?.options.staticData?.title
    return [{ to: fullPath, search: menu?.search ?? {}, title, ...(within && { within }) }]
  })

const isForAll = (part: MenuEntry['part']) => part === 'work' || part === 'own'

const profilePlace = { to: '/profile', within: 'Mein Profil' }

const profileSections: ScreenSection[] = [
  { ...profilePlace, hash: 'passwort', title: 'Passwort ändern', synonyms: 'Kennwort neues PIN' },
  {
    ...profilePlace,
    hash: 'passkeys',
    title: 'Passkeys und Einmalcodes',
    synonyms: 'Zwei-Faktor 2FA TOTP Authenticator Fingerabdruck Gesicht',
  },
  {
    ...profilePlace,
    hash: 'benachrichtigungen',
    title: 'Benachrichtigungen',
    synonyms: 'Mitteilungen Push Ruhe Ruhezeit Themen Probe',
  },
  { ...profilePlace, hash: 'geraete', title: 'Angemeldete Geräte', synonyms: 'Sitzungen abmelden' },
  {
    ...profilePlace,
    hash: 'app',
    title: 'App installieren',
    synonyms: 'Symbol Home-Bildschirm Startbildschirm',
  },
  {
    ...profilePlace,
    hash: 'darstellung',
    title: 'Darstellung',
    synonyms: 'Hell Dunkel Nachtmodus Dunkelmodus Dark Mode Farben Design Theme',
  },
  { ...profilePlace, hash: 'daten', title: 'Meine Daten', synonyms: 'Datenschutz Auskunft JSON' },
]
const apiSection = { ...profilePlace, hash: 'schnittstelle', title: 'Schnittstelle', synonyms: 'API Aufrufe' }
const calendarSection = {
  to: '/shifts',
  within: 'Meine Einsätze',
  hash: 'kalender',
  title: 'Kalender abonnieren',
  synonyms: 'Einsätze iCal Abo Adresse eigener',
}

const sectionsFor = ({ is_admin, has_shifts }: CurrentUser): ScreenSection[] => [
  ...profileSections,
  ...(is_admin ? [apiSection] : []),
  ...(has_shifts ? [calendarSection] : []),
]

// Says in a German sentence what an action was. One that is not known here stands by its name: so a new one is shown
// before it has a sentence.
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { urlOf } from '#server/http/serve.ts'

type Subject = Record<string, unknown>

/** The purpose of a route, in the contract's own words. */
const callOf = new Map(
  Object.values(api)
    .flatMap((domain) => Object.values<Endpoint>(domain))
    .map(({ method, path, says }) => [`${method} ${urlOf(path)}`, says.split(';')[0]]),
)

export function sentenceOf(action: string, subject: Subject): string {
  const known = sentences[action]
  if (known === undefined)
    return action.startsWith('refused.') ? refusal('Abgelehnt', subject) : `Vorgang „${action}“.`
  return typeof known === 'string' ? known : known(subject)
}

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '–'
/** Quotes within a quoted text become single ones. */
const quoted = (value: unknown) => `„${text(value).replace(/„/g, '‚').replace(/[“”]/g, '‘')}“`
const count = (value: unknown) => (Array.isArray(value) ? value.length : Number(value ?? 0))
const number = (value: unknown) => count(value).toLocaleString('de-DE')
const some = (value: unknown, article: string, one: string, many: string) =>
  count(value) === 1 ? `${article} ${one}` : `${number(value)} ${many}`
const list = (value: unknown) => (Array.isArray(value) ? value.map(quoted).join(', ') : '')
const renamed = ({ from, to }: Subject) => `Umbenannt von ${quoted(from)} in ${quoted(to)}.`
const day = (value: unknown) => text(value).split('-').toReversed().join('.')
const again = ({ joined }: Subject) => (joined === true ? ' Er lief schon.' : '')

/** A number where there were too many to be written down one by one. */
function refusal(what: string, { count: more, route }: Subject): string {
  if (more !== undefined)
    return `Noch ${count(more) === 1 ? 'einmal' : `${number(more)}-mal`} in dieser Minute: ${what}.`
  return route === undefined
    ? `${what}.`
    : `${what}. Verlangt war: ${callOf.get(text(route)) ?? text(route)}.`
}
const refused = (what: string) => (subject: Subject) => refusal(what, subject)
const failed = (what: string) => (subject: Subject) =>
  subject['count'] === undefined ? `${what}.` : refusal(what, subject)

/** The kinds of data with a retention period, as named in the middle of a sentence. */
const kept: Record<string, string> = {
  messages: 'Nachrichten',
  images: 'Bilder in Chats',
  rounds: 'Runden',
  history: 'Einträge im Verlauf der Zeiten',
  audit: 'Einträge im Protokoll',
  deactivated: 'deaktivierte Personen',
}
function periods(subject: Subject): string {
  const named = Object.entries(kept).flatMap(([kind, what]) => {
    const { [kind]: months } = subject
    if (typeof months !== 'number') return []
    return [`${what} ${months === 0 ? 'unbegrenzt' : `nach ${some(months, 'einem', 'Monat', 'Monaten')}`}`]
  })
  return named.length === 0 ? '.' : `: ${named.join(', ')}.`
}
function alsoDeleted(messages: boolean, answers: boolean): string {
  if (messages && answers) return ', Nachrichten und Angaben gelöscht'
  return messages ? ', Nachrichten gelöscht' : answers ? ', Angaben gelöscht' : ''
}

const sentences: Record<string, string | ((subject: Subject) => string)> = {
  'refused.login_failed': ({ count: more, user_id }) =>
    more === undefined && user_id === undefined
      ? 'Login fehlgeschlagen, unter einem Namen, den es nicht gibt.'
      : failed('Login fehlgeschlagen')({ count: more }),
  'refused.too_many_logins': failed('Login abgewiesen nach zu vielen Fehlversuchen'),
  'refused.wrong_password': failed('Das aktuelle Passwort war falsch'),
  'refused.unauthorized': refused('Nicht angemeldet, oder die Sitzung war schon beendet'),
  'refused.forbidden': refused('Ohne Berechtigung'),
  'refused.unconfirmed': refused('Ohne neue Bestätigung mit dem Passwort'),
  'refused.not_found': refused('Nicht vorhanden oder nicht zu sehen'),
  'refused.foreign_origin': refused('Von einer fremden Seite'),
  'refused.two_sessions': refused('Zwei Sitzungen in einer Anfrage'),
  'refused.busy': refused('Zu viel auf einmal'),
  'refused.too_many': failed('Zu viel auf einmal verlangt'),

  'auth.login': 'Angemeldet.',
  'auth.logout': 'Abgemeldet.',
  'auth.confirm': 'Mit dem Passwort bestätigt.',
  'auth.end_session': 'Eine eigene Sitzung beendet.',
  'auth.end_sessions': 'Alle Sitzungen beendet, außer der, die am Gerät offen war.',

  'user.create': ({ username }) => `Den Benutzer ${quoted(username)} angelegt.`,
  'user.first_administrator': 'Den ersten Admin angelegt.',
  'user.rename': renamed,
  'user.privileges': ({ is_admin }) => (is_admin === true ? 'Zum Admin gemacht.' : 'Zum Benutzer gemacht.'),
  'user.password': 'Ein neues Passwort gesetzt.',
  'user.delete': 'Den Benutzer gelöscht.',
  'user.export': ({ format }) => `Alle Daten der Person als ${text(format)} heruntergeladen.`,
  'user.feed': 'Eine geheime Adresse für den eigenen Kalender angelegt; eine frühere gilt nicht mehr.',
  'user.feed_end': 'Die geheime Adresse für den eigenen Kalender widerrufen.',
  'user.anonymise': ({ messages_deleted, answers_deleted }) =>
    `Die Person anonymisiert${alsoDeleted(messages_deleted === true, answers_deleted === true)}.`,
  'retention.change': (subject) => `Fristen geändert${periods(subject)}`,
  'retention.run': ({ rule, months, removed }) =>
    `Nach ${some(months, 'einem', 'Monat', 'Monaten')} ${rule === 'deactivated' ? 'anonymisiert' : 'gelöscht'}: ${number(removed)} ${kept[text(rule)] ?? quoted(rule)}.`,
  'users.sync.start': (subject) => `Den Abgleich der Benutzer gestartet.${again(subject)}`,
  'user.sync': ({ added, changed, vanishing }) =>
    `Die Benutzer abgeglichen: ${number(added)} neu, ${number(changed)} geändert, ${number(vanishing)} deaktiviert.`,
  'assignment.grant': ({ user_ids, group_ids }) =>
    `${some(user_ids, 'Einem', 'Benutzer', 'Benutzern')} ${some(group_ids, 'eine', 'Gruppe', 'Gruppen')} zugewiesen.`,
  'assignment.remove': ({ user_ids, group_ids }) =>
    `${some(user_ids, 'Einem', 'Benutzer', 'Benutzern')} ${some(group_ids, 'eine', 'Gruppe', 'Gruppen')} entzogen.`,
  'backup.start': 'Eine Sicherung gestartet.',
  'audit.export': 'Das Protokoll als Excel heruntergeladen.',

  'group.create': ({ name }) => `Die Gruppe ${quoted(name)} angelegt.`,
  'group.rename': renamed,
  'group.delete': ({ name }) => `Die Gruppe ${quoted(name)} gelöscht.`,

  'doc.create': ({ name }) => `Den Prozess ${quoted(name)} angelegt.`,
  'doc.rename': renamed,
  'doc.status': ({ from, to }) => `Den Status von ${quoted(from)} auf ${quoted(to)} gesetzt.`,
  'doc.copy': 'Den Prozess kopiert.',
  'doc.delete': ({ name }) => `Den Prozess ${quoted(name)} gelöscht.`,
  'doc.restore': 'Den Prozess wiederhergestellt.',
  'doc.save': ({ version }) => `Den Inhalt gespeichert, Fassung ${number(version)}.`,
  'doc.public': ({ public: isPublic }) =>
    isPublic === true
      ? 'Die Sichtbarkeit auf öffentlich gesetzt.'
      : 'Die Sichtbarkeit auf Gruppen beschränkt.',
  'doc.groups': ({ groups }) =>
    count(groups) === 0
      ? 'Keiner Gruppe mehr gezeigt.'
      : `Gezeigt wird der Prozess ${count(groups) === 1 ? 'dieser Gruppe' : 'diesen Gruppen'}: ${list(groups)}.`,
  'doc.answer': ({ fields }) => `${some(fields, 'Eine', 'Angabe', 'Angaben')} eingetragen: ${list(fields)}.`,
  'doc.image': 'Ein Bild hochgeladen.',
  'doc.reset': ({ people }) =>
    `Die Ergebnisse von ${some(people, 'einer', 'Person', 'Personen')} zurückgesetzt.`,
  'doc.export': ({ format, round_id }) =>
    `Die Ergebnisse${round_id === undefined ? '' : ' einer früheren Runde'} als ${text(format)} heruntergeladen.`,

  'happening.status': ({ happening_ids, status }) =>
    `Den Status von ${some(happening_ids, 'einer', 'Veranstaltung', 'Veranstaltungen')} auf ${quoted(status)} gesetzt.`,
  'happenings.sync.start': (subject) =>
    `Den Abgleich der Veranstaltungen vom ${day(subject['start_date'])} bis ${day(subject['end_date'])} gestartet.${again(subject)}`,
  'happening.sync': ({ start_date, end_date, added, changed, removed }) =>
    `Die Veranstaltungen vom ${day(start_date)} bis ${day(end_date)} abgeglichen: ${number(added)} neu, ${number(changed)} geändert, ${number(removed)} entfernt.`,
  'happening.export': 'Die Zeiten als Excel heruntergeladen.',
  'subhappening.recorders': ({ user_ids }) =>
    count(user_ids) === 0
      ? 'Alle Zeiterfasser entfernt.'
      : `${some(user_ids, 'Einen', 'Zeiterfasser', 'Zeiterfasser')} festgelegt.`,
  'times.send.start': ({ joined }) =>
    joined === true ? 'Das Senden der Zeiten gestartet. Es lief schon.' : 'Das Senden der Zeiten gestartet.',

  'chat.delete': ({ own }) =>
    own === true ? 'Eine eigene Nachricht gelöscht.' : 'Eine Nachricht von jemand anderem gelöscht.',
  'chat.visible': ({ visible }) => (visible === true ? 'Einen Chat gezeigt.' : 'Einen Chat verborgen.'),
  'chat.noise': ({ level }) => `Einen Chat auf ${quoted(level)} gestellt.`,
  'chat.direct': 'Einen Chat zu zweit geöffnet.',
  'push.subscribe': ({ device }) => `Ein Gerät angemeldet: ${text(device)}.`,
  'push.remove': 'Ein Gerät abgemeldet.',
  'push.wishes': 'Die Einstellungen der Benachrichtigungen geändert.',
}
export const knownActions = Object.keys(sentences)

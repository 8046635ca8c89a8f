// Actions of the audit log, each with its filter and its German sentence. Unknown actions of another release
// are shown by their key.
import { api } from '#contract/api.ts'
import type { AuditKind } from '#contract/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { germanDay } from '#contract/time/german-day.ts'
import { retentionNouns } from '#contract/words/retention.ts'
import { routerPathOf } from '#server/http/serve.ts'

type AuditSubject = Record<string, unknown>

/** Maps `METHOD path` of a route to its `says` text in the contract, up to the first semicolon. */
const purposeByRoute = new Map(
  Object.values(api)
    .flatMap((domain) => Object.values<Endpoint>(domain))
    .map(({ method, path, says }) => [`${method} ${routerPathOf(path)}`, says.split(';')[0]]),
)

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '–'
/** Inner quotes become single ones. */
const inGermanQuotes = (value: unknown) => `„${toText(value).replace(/„/g, '‚').replace(/[“”]/g, '‘')}“`
const toCount = (value: unknown) => (Array.isArray(value) ? value.length : Number(value ?? 0))
const formatCount = (value: unknown) => toCount(value).toLocaleString('de-DE')
const countWithNoun = (value: unknown, article: string, one: string, many: string) =>
  toCount(value) === 1 ? `${article} ${one}` : `${formatCount(value)} ${many}`
const quotedList = (value: unknown) => (Array.isArray(value) ? value.map(inGermanQuotes).join(', ') : '')
const renamedSentence = ({ from, to }: AuditSubject) =>
  `Umbenannt von ${inGermanQuotes(from)} in ${inGermanQuotes(to)}.`
/** Release 1 stored complete webhook addresses, which often contain a secret. */
const hostOf = (value: unknown) => URL.parse(toText(value))?.host || toText(value)
const noiseLevels: Record<string, string> = {
  alert: 'Benachrichtigen',
  show: 'Nur markieren',
  mute: 'Stumm',
}
const day = (value: unknown) => germanDay(toText(value))
const undoneSentence = ({ undone }: AuditSubject) =>
  undone === true ? ' Das macht eine Änderung an vielen rückgängig.' : ''
const furtherCount = (value: unknown, what: string) =>
  toCount(value) === 0 ? '' : `, ${formatCount(value)} ${what}`
const alreadyRunningSentence = ({ joined }: AuditSubject) => (joined === true ? ' Er lief schon.' : '')

/**
 * Sentence about a refusal. `count` is set on the row that sums up the refusals of a minute beyond the
 * individual rows.
 */
function refusalSentence(what: string, { count: more, route }: AuditSubject): string {
  if (more !== undefined)
    return `Noch ${toCount(more) === 1 ? 'einmal' : `${formatCount(more)}-mal`} in dieser Minute: ${what}.`
  return route === undefined
    ? `${what}.`
    : `${what}. Angefragt: ${purposeByRoute.get(toText(route)) ?? toText(route)}.`
}
const refusalFormatter = (what: string) => (subject: AuditSubject) => refusalSentence(what, subject)
const failureFormatter = (what: string) => (subject: AuditSubject) =>
  subject['count'] === undefined ? `${what}.` : refusalSentence(what, subject)

function describeInterval(unit: unknown, every: number): string {
  if (unit === 'week') return every === 1 ? 'jede Woche' : `alle ${every} Wochen`
  if (unit === 'quarter') return every === 1 ? 'jedes Quartal' : `alle ${every} Quartale`
  return every === 1 ? 'jeden Monat' : `alle ${every} Monate`
}

/** Count of deleted rows with the noun of the retention rule that deleted them. An unknown rule is quoted. */
function describeRemoved(rule: unknown, removed: unknown): string {
  const words: Record<string, readonly [one: string, many: string]> = retentionNouns
  return `${formatCount(removed)} ${words[toText(rule)]?.[toCount(removed) === 1 ? 0 : 1] ?? inGermanQuotes(rule)}`
}
function describePeriods(subject: AuditSubject): string {
  const named = Object.entries(retentionNouns).flatMap(([kind, [, what]]) => {
    const { [kind]: months } = subject
    if (typeof months !== 'number') return []
    return [
      `${what} ${months === 0 ? 'unbegrenzt' : `nach ${countWithNoun(months, 'einem', 'Monat', 'Monaten')}`}`,
    ]
  })
  return named.length === 0 ? '.' : `: ${named.join(', ')}.`
}
function alsoDeletedPhrase(messages: boolean, answers: boolean): string {
  if (messages && answers) return ', Nachrichten und Angaben gelöscht'
  return messages ? ', Nachrichten gelöscht' : answers ? ', Angaben gelöscht' : ''
}

/** Phrases that say by which proof of identity a user signed in; appended to the sentence of a login. */
const proofPhrases: Record<string, string> = {
  code: ' mit Passwort und Code',
  recovery_code: ' mit Passwort und Wiederherstellungscode',
  passkey: ' mit einem Passkey',
}

/** A fixed sentence, or a function of the row's subject. Rows of earlier releases may lack fields. */
type Sentence = string | ((subject: AuditSubject) => string)

/**
 * Every action under its filter, with its sentence; new actions are added here. All actions with the same
 * prefix share one filter.
 */
const actions = {
  Ablehnungen: {
    'refused.login_failed': ({ count: more, user_id }) =>
      more === undefined && user_id === undefined
        ? 'Login fehlgeschlagen, unter einem Namen, den es nicht gibt.'
        : failureFormatter('Login fehlgeschlagen')({ count: more }),
    'refused.wrong_code': failureFormatter('Richtiges Passwort, aber ein falscher Code'),
    'refused.passkey_failed': failureFormatter('Login mit einem Passkey fehlgeschlagen'),
    'refused.passkey_required': failureFormatter('Login nur mit dem Passwort, wo ein Passkey nötig ist'),
    'refused.factor_missing': refusalFormatter('Ohne den zweiten Faktor, den Admins brauchen'),
    'refused.too_many_logins': failureFormatter('Login abgewiesen nach zu vielen Fehlversuchen'),
    'refused.wrong_password': failureFormatter('Das aktuelle Passwort war falsch'),
    'refused.provider_answer': failureFormatter('Eine Anmeldung bei einem Anbieter ohne gültige Antwort'),
    'refused.no_account': failureFormatter(
      'Eine Anmeldung bei einem Anbieter, zu der es hier kein Konto gibt',
    ),
    'refused.sign_in_over': failureFormatter(
      'Eine Anmeldung bei einem Anbieter, die abgelaufen war oder woanders begonnen hatte',
    ),
    'refused.logout_token': failureFormatter('Eine Abmeldung bei einem Anbieter, die nicht gilt'),
    'refused.token_over': failureFormatter('Ein API-Token, das nicht oder nicht mehr gilt'),
    'refused.token_scope': refusalFormatter('Mit einem API-Token, das dafür nicht gemacht ist'),
    'refused.unauthorized': refusalFormatter('Nicht angemeldet, oder die Sitzung war schon beendet'),
    'refused.forbidden': refusalFormatter('Ohne Berechtigung'),
    'refused.unconfirmed': refusalFormatter('Ohne neue Bestätigung mit dem Passwort'),
    'refused.password_unproven': failureFormatter(
      'Das Passwort war richtig, aber ohne Bestätigung gesetzt, und genügte noch nicht',
    ),
    'refused.not_found': refusalFormatter('Nicht vorhanden oder nicht zu sehen'),
    'refused.foreign_origin': refusalFormatter('Von einer fremden Seite'),
    'refused.two_sessions': refusalFormatter('Zwei Sitzungen in einer Anfrage'),
    'refused.busy': refusalFormatter('Zu viel auf einmal'),
    'refused.too_many': failureFormatter('Zu viel auf einmal verlangt'),
  },
  Anmeldungen: {
    'auth.login': ({ provider, by }) =>
      provider === undefined
        ? `Angemeldet${typeof by === 'string' ? (proofPhrases[by] ?? '') : ''}.`
        : `Angemeldet über ${inGermanQuotes(provider)}.`,
    'auth.provider_logout': ({ provider }) =>
      `Bei ${inGermanQuotes(provider)} abgemeldet: Die Sitzungen von dort sind beendet.`,
    'auth.logout': 'Abgemeldet.',
    'auth.confirm': 'Mit dem Passwort bestätigt.',
    'auth.end_session': 'Eine eigene Sitzung beendet.',
    'auth.end_sessions': 'Alle Sitzungen beendet, außer der, die am Gerät offen war.',
    'auth.codes_on': 'Einmalcodes eingeschaltet; alle anderen Sitzungen sind beendet.',
    'auth.codes_off': 'Einmalcodes ausgeschaltet.',
    'auth.codes_recovery': 'Neue Wiederherstellungscodes ausgegeben; die früheren gelten nicht mehr.',
    'auth.passkey_add': 'Einen Passkey angelegt.',
    'auth.passkey_rename': 'Einen Passkey umbenannt.',
    'auth.passkey_remove': 'Einen Passkey entfernt.',
    'auth.passkey_copied':
      'Anmeldung mit einem Passkey abgewiesen, der weniger oft benutzt sein will als zuvor: Vielleicht gibt es eine Kopie.',
  },
  'Benutzer und Rechte': {
    'user.factors_removed': 'Passkeys und Einmalcodes der Person entfernt.',
    'user.create': ({ username }) => `Den Benutzer ${inGermanQuotes(username)} angelegt.`,
    'user.first_administrator': 'Den ersten Admin angelegt.',
    'user.identity': ({ provider }) => `Das Konto mit ${inGermanQuotes(provider)} verbunden.`,
    'user.provided': ({ username, provider }) =>
      `Mit der Anmeldung über ${inGermanQuotes(provider)} das Konto ${inGermanQuotes(username)} bekommen.`,
    'user.groups': ({ provider, joins, leaves }) =>
      `Gruppen aus der Anmeldung über ${inGermanQuotes(provider)} übernommen: ${formatCount(joins)} dazu, ${formatCount(leaves)} beendet.`,
    'user.identities_end': 'Von den Konten bei Anbietern gelöst.',
    'user.identity_end': ({ provider }) => `Die Verbindung mit ${inGermanQuotes(provider)} gelöst.`,
    'user.rename': renamedSentence,
    'user.name': 'Vorname und Nachname geändert.',
    'user.privileges': ({ is_admin }) => (is_admin === true ? 'Zum Admin gemacht.' : 'Zum Benutzer gemacht.'),
    'user.email': ({ is_set }) =>
      is_set === true ? 'Die E-Mail-Adresse gesetzt.' : 'Die E-Mail-Adresse entfernt.',
    'user.invite': ({ user_ids, way }) =>
      `${countWithNoun(user_ids, 'Eine', 'Person', 'Personen')} eingeladen, ${way === 'email' ? 'per E-Mail' : way === 'sheet' ? 'mit einem Bogen' : 'mit einem Link'}.`,
    'user.invited': 'Mit einer Einladung das eigene Passwort gewählt.',
    'user.reset_sent': 'Einen Link für ein neues Passwort an die eigene E-Mail-Adresse gesendet.',
    'user.reset': 'Mit dem Link aus der E-Mail ein neues Passwort gewählt.',
    'user.password': 'Ein neues Passwort gesetzt.',
    'user.activate': ({ user_ids }) =>
      `${countWithNoun(user_ids, 'Einen', 'Benutzer', 'Benutzer')} aktiviert.`,
    'user.block': ({ user_ids }) => `${countWithNoun(user_ids, 'Einen', 'Benutzer', 'Benutzer')} gesperrt.`,
    'user.unblock': ({ user_ids }) =>
      `Die Sperre von ${countWithNoun(user_ids, 'einem', 'Benutzer', 'Benutzern')} aufgehoben.`,
    'user.deactivate': ({ user_ids }) =>
      `${countWithNoun(user_ids, 'Einen', 'Benutzer', 'Benutzer')} deaktiviert.`,
    'user.delete': 'Den Benutzer gelöscht.',
    'user.export': ({ format }) => `Alle Daten der Person als ${toText(format)} heruntergeladen.`,
    'user.feed': 'Eine geheime Adresse für den eigenen Kalender angelegt; eine frühere gilt nicht mehr.',
    'user.standing_access_end': ({ tokens, feed, providers }) =>
      `Mit dem neuen Passwort endeten ${[
        ...(toCount(tokens) > 0 ? [countWithNoun(tokens, 'ein', 'API-Token', 'API-Tokens')] : []),
        ...(feed === true ? ['die Adresse für den Kalender'] : []),
        ...(toCount(providers) > 0
          ? [countWithNoun(providers, 'eine', 'Verbindung mit einem Anbieter', 'Verbindungen mit Anbietern')]
          : []),
      ].join(' und ')}.`,
    'user.feed_end': 'Die geheime Adresse für den eigenen Kalender widerrufen.',
    'user.anonymise': ({ messages_deleted, answers_deleted }) =>
      `Die Person anonymisiert${alsoDeletedPhrase(messages_deleted === true, answers_deleted === true)}.`,
    'retention.change': (subject) => `Fristen geändert${describePeriods(subject)}`,
    'retention.run': ({ rule, months, removed }) =>
      `Nach ${countWithNoun(months, 'einem', 'Monat', 'Monaten')} ${rule === 'deactivated' ? 'anonymisiert' : 'gelöscht'}: ${describeRemoved(rule, removed)}.`,
    'users.export': ({ people }) =>
      `Die Liste mit ${countWithNoun(people, 'einer', 'Person', 'Personen')} heruntergeladen.`,
    'user.import': ({ added, changed, vanishing }) =>
      `Personen aus einer Datei übernommen: ${formatCount(added)} neu, ${formatCount(changed)} geändert, ${formatCount(vanishing)} deaktiviert.`,
    'users.sync.start': (subject) => `Den Abgleich der Benutzer gestartet.${alreadyRunningSentence(subject)}`,
    'user.sync': ({ added, changed, vanishing }) =>
      `Die Benutzer abgeglichen: ${formatCount(added)} neu, ${formatCount(changed)} geändert, ${formatCount(vanishing)} deaktiviert.`,
    'assignment.grant': ({ user_ids, group_ids }) =>
      `${countWithNoun(user_ids, 'Einem', 'Benutzer', 'Benutzern')} ${countWithNoun(group_ids, 'eine', 'Gruppe', 'Gruppen')} zugewiesen.`,
    'assignment.remove': ({ user_ids, group_ids }) =>
      `${countWithNoun(user_ids, 'Einem', 'Benutzer', 'Benutzern')} ${countWithNoun(group_ids, 'eine', 'Gruppe', 'Gruppen')} entzogen.`,
    'assignment.undo': ({ user_ids, group_ids }) =>
      `Bei ${countWithNoun(user_ids, 'einem', 'Benutzer', 'Benutzern')} ${countWithNoun(group_ids, 'eine', 'Gruppe', 'Gruppen')} wieder auf den Stand davor gesetzt.`,
    'token.make': ({ name, days }) =>
      `Das API-Token ${inGermanQuotes(name)} angelegt, gültig ${countWithNoun(days, 'einen', 'Tag', 'Tage')}.`,
    'token.revoke': ({ name }) => `Das API-Token ${inGermanQuotes(name)} widerrufen.`,
    'token.use': ({ route }) => `Von einem Programm: ${purposeByRoute.get(toText(route)) ?? toText(route)}.`,
    'webhook.make': ({ address }) => `Einen Webhook an ${inGermanQuotes(hostOf(address))} angelegt.`,
    'webhook.change': ({ address, is_active }) =>
      `Den Webhook an ${inGermanQuotes(hostOf(address))} geändert, er ist ${is_active === true ? 'eingeschaltet' : 'ausgeschaltet'}.`,
    'webhook.remove': ({ address }) => `Den Webhook an ${inGermanQuotes(hostOf(address))} gelöscht.`,
    'webhook.test': ({ address }) => `Eine Probe an den Webhook ${inGermanQuotes(hostOf(address))} gesendet.`,
    'webhook.resend': ({ address }) =>
      `Noch einmal an den Webhook ${inGermanQuotes(hostOf(address))} gesendet.`,
    'webhook.switched_off': ({ address }) =>
      `Den Webhook an ${inGermanQuotes(hostOf(address))} ausgeschaltet: Einen Tag lang hat er nichts angenommen.`,
    'company.change': ({ name, has_logo }) =>
      name === undefined
        ? has_logo === true
          ? 'Das Logo der Firma geändert.'
          : 'Das Logo der Firma entfernt.'
        : name === null
          ? 'Den Namen der Firma entfernt.'
          : `Den Namen der Firma auf ${inGermanQuotes(name)} gesetzt${has_logo === undefined ? '' : has_logo === true ? ', mit einem Logo' : ', ohne Logo'}.`,
    'company.steps': ({ put_away }) =>
      put_away === true ? 'Die ersten Schritte weggelegt.' : 'Die ersten Schritte wieder gezeigt.',
    'mail.test': ({ domain }) =>
      `Eine E-Mail zur Probe gesendet${domain === undefined ? '' : `, an eine Adresse bei ${inGermanQuotes(domain)}`}.`,
    'backup.start': 'Eine Sicherung gestartet.',
    'audit.export': 'Das Protokoll als Excel heruntergeladen.',
  },
  Gruppen: {
    'group.create': ({ name }) => `Die Gruppe ${inGermanQuotes(name)} angelegt.`,
    'group.rename': renamedSentence,
    'group.delete': ({ name }) => `Die Gruppe ${inGermanQuotes(name)} gelöscht.`,
  },
  Prozesse: {
    'doc.create': ({ name, template }) =>
      template
        ? `Den Prozess ${inGermanQuotes(name)} aus der Vorlage ${inGermanQuotes(template)} angelegt.`
        : `Den Prozess ${inGermanQuotes(name)} angelegt.`,
    'doc.rename': renamedSentence,
    'doc.status': ({ from, to, ...subject }) =>
      `Den Status von ${inGermanQuotes(from)} auf ${inGermanQuotes(to)} gesetzt.${undoneSentence(subject)}`,
    'doc.copy': 'Den Prozess kopiert.',
    'doc.delete': ({ name }) => `Den Prozess ${inGermanQuotes(name)} gelöscht.`,
    'doc.restore': 'Den Prozess wiederhergestellt.',
    'doc.save': ({ version }) => `Den Inhalt gespeichert, Fassung ${formatCount(version)}.`,
    'doc.version_restore': ({ version, restored }) =>
      `Die Fassung ${formatCount(restored)} wiederhergestellt, als Fassung ${formatCount(version)}.`,
    'doc.version_name': ({ version, name }) =>
      `Die Fassung ${formatCount(version)} ${inGermanQuotes(name)} genannt.`,
    'doc.version_unname': ({ version, name }) =>
      `Den Namen ${inGermanQuotes(name)} der Fassung ${formatCount(version)} entfernt.`,
    'doc.public': ({ public: isPublic }) =>
      isPublic === true
        ? 'Die Sichtbarkeit auf öffentlich gesetzt.'
        : 'Die Sichtbarkeit auf Gruppen beschränkt.',
    'doc.groups': ({ groups }) =>
      toCount(groups) === 0
        ? 'Keiner Gruppe mehr gezeigt.'
        : `Gezeigt wird der Prozess ${toCount(groups) === 1 ? 'dieser Gruppe' : 'diesen Gruppen'}: ${quotedList(groups)}.`,
    'doc.answer': ({ fields }) =>
      `${countWithNoun(fields, 'Eine', 'Angabe', 'Angaben')} eingetragen: ${quotedList(fields)}.`,
    'doc.hand_in': ({ signed }) =>
      signed === true ? 'Den Prozess unterschrieben und abgegeben.' : 'Den Prozess abgegeben.',
    'doc.take_back': 'Die Abgabe zurückgenommen.',
    'doc.image': 'Ein Bild hochgeladen.',
    'doc.photo': 'Ein Foto für eine Angabe hochgeladen.',
    'doc.reset': ({ people }) =>
      `Die Ergebnisse von ${countWithNoun(people, 'einer', 'Person', 'Personen')} zurückgesetzt.`,
    'doc.publish': ({ people, publish_at, due_on }) =>
      `${publish_at ? 'Für später veröffentlicht' : 'Veröffentlicht'} für ${countWithNoun(people, 'eine', 'Person', 'Personen')}${due_on ? `, auszufüllen bis ${day(due_on)}` : ''}.`,
    'doc.publish_due': 'Veröffentlicht, wie es geplant war.',
    'doc.call_off': (subject) =>
      subject['undone'] === true
        ? `Die geplante Veröffentlichung gilt wieder.${undoneSentence(subject)}`
        : 'Die geplante Veröffentlichung zurückgenommen.',
    'doc.repeat': ({ unit, every }) =>
      `Der Prozess wird wiederholt, ${describeInterval(unit, toCount(every))}.`,
    'doc.repeat_end': 'Der Prozess wird nicht mehr wiederholt.',
    'doc.round': ({ people, due_on }) =>
      `Eine neue Runde begonnen; die Ergebnisse von ${countWithNoun(people, 'einer', 'Person', 'Personen')} bleiben erhalten${due_on ? `; auszufüllen bis ${day(due_on)}` : ''}.`,
    'doc.remind': ({ user_ids }) => `${countWithNoun(user_ids, 'Eine', 'Person', 'Personen')} erinnert.`,
    'doc.export': ({ format, round_id }) =>
      `Die Ergebnisse${round_id === undefined ? '' : ' einer früheren Runde'} als ${toText(format)} heruntergeladen.`,
  },
  Veranstaltungen: {
    'happening.status': ({ happening_ids, status, ...subject }) =>
      `Den Status von ${countWithNoun(happening_ids, 'einer', 'Veranstaltung', 'Veranstaltungen')} auf ${inGermanQuotes(status)} gesetzt.${undoneSentence(subject)}`,
    'happenings.sync.start': (subject) =>
      `Den Abgleich der Veranstaltungen vom ${day(subject['start_date'])} bis ${day(subject['end_date'])} gestartet.${alreadyRunningSentence(subject)}`,
    'happening.sync': ({ start_date, end_date, added, changed, removed, inactivated, skipped }) =>
      `Die Veranstaltungen vom ${day(start_date)} bis ${day(end_date)} abgeglichen: ${formatCount(added)} neu, ${formatCount(changed)} geändert, ${formatCount(removed)} entfernt${furtherCount(inactivated, 'inaktiv geworden')}${furtherCount(skipped, 'übersprungen')}.`,
    'happening.export': 'Die Zeiten als Excel heruntergeladen.',
    'subhappening.recorders': ({ user_ids }) =>
      toCount(user_ids) === 0
        ? 'Alle Zeiterfasser entfernt.'
        : `${countWithNoun(user_ids, 'Einen', 'Zeiterfasser', 'Zeiterfasser')} festgelegt.`,
    'subhappening.person_added': 'Jemanden hinzugefügt, der nicht geplant war.',
    'subhappening.person_removed': 'Jemanden entfernt, der nicht geplant war.',
    'times.send.start': ({ joined }) =>
      joined === true
        ? 'Das Senden der Zeiten gestartet. Es lief schon.'
        : 'Das Senden der Zeiten gestartet.',
  },
  'Chats und Geräte': {
    'chat.delete': ({ own }) =>
      own === true ? 'Eine eigene Nachricht gelöscht.' : 'Eine Nachricht von jemand anderem gelöscht.',
    'chat.visible': ({ visible }) => (visible === true ? 'Einen Chat gezeigt.' : 'Einen Chat verborgen.'),
    'chat.noise': ({ level }) => `Einen Chat auf ${inGermanQuotes(noiseLevels[toText(level)])} gestellt.`,
    'chat.mention_all': 'In einem Chat alle erwähnt.',
    'chat.direct': 'Einen Chat zu zweit geöffnet.',
    'push.subscribe': ({ device }) => `Ein Gerät angemeldet: ${toText(device)}.`,
    'push.remove': 'Ein Gerät abgemeldet.',
    'push.wishes': 'Die Einstellungen der Benachrichtigungen geändert.',
  },
} as const satisfies Record<AuditKind, Record<string, Sentence>>

type KeyOf<Union> = Union extends unknown ? keyof Union : never
/** Actions that rules record; refusals are recorded by the error handler. */
export type Action = Exclude<KeyOf<(typeof actions)[AuditKind]>, `refused.${string}`>

const sentenceByAction = new Map<string, Sentence>(
  Object.values(actions).flatMap((some) => Object.entries<Sentence>(some)),
)
export const knownActions = [...sentenceByAction.keys()]

/** Prefixes (before the dot) of the actions that a filter covers. */
export const prefixesOf = (kind: AuditKind): string[] => [
  ...new Set(Object.keys(actions[kind]).map((action) => action.split('.', 1).join())),
]

export function sentenceOf(action: string, subject: AuditSubject): string {
  const format = sentenceByAction.get(action)
  const sentence =
    format === undefined
      ? action.startsWith('refused.')
        ? refusalSentence('Abgelehnt', subject)
        : `Vorgang „${action}“.`
      : typeof format === 'string'
        ? format
        : format(subject)
  return typeof subject['token'] === 'string'
    ? `${sentence} Mit dem API-Token ${inGermanQuotes(subject['token'])}.`
    : sentence
}

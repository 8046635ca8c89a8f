// Sentences about what happens to each kind of data when somebody is anonymised, for the preview and for the
// result. The counts of the result are taken in the transaction that anonymises.
import type { AnonymisationEffect } from '#contract/privacy.ts'
import type { Database } from '#server/db/connect.ts'
import { formerPersonName } from '#server/db/people.ts'
import type { AnonymiseOptions } from './section-store.ts'
import { countFates, type FateName } from './sections-store.ts'
import type { DataSubject } from './subject-store.ts'

export type Fates = {
  called: string
  personnel_numbers: string[]
  goes: AnonymisationEffect[]
  stays: AnonymisationEffect[]
}

const LAW =
  'Aufzeichnungen der Arbeitszeit sind mindestens zwei Jahre aufzubewahren (§ 16 Abs. 2 ArbZG, § 17 Abs. 1 MiLoG). Die Stunden bleiben, der Name nicht; in der Personalplanung stehen sie weiter mit Namen.'
const HISTORY_SENTENCE = 'Er belegt, wie die erfassten Zeiten zustande kamen.'
const CONVERSATION_SENTENCE =
  'Sie sind Teil des Gesprächs mit anderen. Namen im Text bleiben, wie sie geschrieben wurden.'
const RESULTS_SENTENCE = 'Sie gehören zu den Ergebnissen des Prozesses.'
const UNATTRIBUTED_SENTENCE = 'Sie lassen sich dieser Person nicht sicher zuordnen und bleiben, wie sie sind.'
const AUDIT_SENTENCE = 'Es zeigt weiter, was wann geschah, und endet mit seiner eigenen Frist.'

/**
 * `why`: reason why the data stay; without it they are deleted. `unless`: the option with which they are deleted
 * nevertheless.
 */
type FateWords = {
  what: string | ((subject: DataSubject) => string)
  why?: string
  unless?: keyof AnonymiseOptions
}
/** In the order in which the list shows them. */
const fateTexts: Record<FateName, FateWords> = {
  profile: { what: 'Profil: Name, Benutzername, Passwort, E-Mail und was die Personalplanung weiß' },
  groups: { what: 'Zuweisungen zu Gruppen' },
  recorder: { what: 'Aufgaben als Zeiterfasser' },
  sessions: { what: 'Sitzungen' },
  identities: { what: 'Konten bei Anbietern der Anmeldung' },
  passkeys: { what: 'Passkeys' },
  codes: { what: 'Einmalcodes für die Anmeldung' },
  links: { what: 'Einladungen' },
  tokens: { what: 'API-Tokens: Programme, die damit arbeiten, erreichen Kontor nicht mehr' },
  calendar: { what: 'Adresse für den eigenen Kalender: Er bekommt keine Einsätze mehr' },
  devices: { what: 'Geräte für Benachrichtigungen' },
  addresses: { what: 'Adressen und Versuche der Anmeldung' },
  settings: { what: 'Einstellungen zu Chats und Benachrichtigungen' },
  reactions: { what: 'Reaktionen auf Nachrichten' },
  mentions: { what: 'Erwähnungen mit @: Der Name im Text bleibt, wie er geschrieben wurde' },
  reminders: { what: 'Erinnerungen an Prozesse' },
  undos: { what: 'Änderungen an vielen, die sich noch rückgängig machen lassen' },
  signatures: { what: 'Unterschriften, gezeichnet oder mit Namen' },
  audit_words: { what: 'Namen und Adressen im Protokoll' },
  times: { what: 'Zeiten, geplant, erfasst oder übermittelt', why: LAW },
  history: { what: 'Einträge im Verlauf von Zeiten', why: HISTORY_SENTENCE },
  messages: { what: 'Nachrichten', why: CONVERSATION_SENTENCE, unless: 'messages' },
  chat_images: { what: 'Bilder in Chats', why: CONVERSATION_SENTENCE, unless: 'messages' },
  answers: { what: 'Prozesse mit Angaben', why: RESULTS_SENTENCE, unless: 'answers' },
  rounds: { what: 'Runden mit Angaben', why: RESULTS_SENTENCE, unless: 'answers' },
  photos: { what: 'Fotos in Angaben', why: RESULTS_SENTENCE, unless: 'answers' },
  rounds_ended: { what: 'beendete Runden', why: RESULTS_SENTENCE },
  doc_images: { what: 'Bilder in Prozessen', why: 'Sie gehören zum Prozess.' },
  doc_versions: { what: 'gespeicherte Fassungen von Prozessen', why: 'Es sind Texte der Firma.' },
  audit: { what: 'Einträge im Protokoll', why: AUDIT_SENTENCE },
  unclear_times: {
    what: ({ times }) =>
      `Zeiten unter gleichem Namen mit anderer Personalnummer (${times.unclear.slice(0, 5).join(', ')})`,
    why: UNATTRIBUTED_SENTENCE,
  },
  times_of_other_name: {
    what: 'Zeiten unter gleicher Personalnummer mit anderem oder ohne Namen',
    why: UNATTRIBUTED_SENTENCE,
  },
}

export async function listAnonymisationEffects(
  db: Database,
  subject: DataSubject,
  wanted: AnonymiseOptions,
): Promise<Fates> {
  const counts = await countFates(db, subject)
  const fates = Object.entries(fateTexts).flatMap(([name, { what, why, unless }]): AnonymisationEffect[] => {
    const count = counts[name as FateName]
    const goes = why === undefined || (unless !== undefined && wanted[unless])
    const said = typeof what === 'string' ? what : what(subject)
    return count === 0 ? [] : [{ name, what: said, count, why: goes ? null : why }]
  })
  return {
    called: formerPersonName(subject.id),
    personnel_numbers: subject.times.numbers,
    goes: fates.filter(({ why }) => why === null),
    stays: fates.filter(({ why }) => why !== null),
  }
}

// Counts each kind of data and says what becomes of it when somebody is made anonymous: the preview says this before,
// and the act says it of itself, counted in its own transaction.
import type { Fate } from '#contract/privacy.ts'
import type { Database } from '#server/db/connect.ts'
import { formerName } from '#server/db/people.ts'
import { countFates } from './fates-store.ts'
import type { Subject } from './subject-store.ts'

export type Wanted = { messages: boolean; answers: boolean }
export type Fates = { called: string; personnel_numbers: string[]; goes: Fate[]; stays: Fate[] }

const LAW =
  'Aufzeichnungen der Arbeitszeit sind mindestens zwei Jahre aufzubewahren (§ 16 Abs. 2 ArbZG, § 17 Abs. 1 MiLoG). Die Stunden bleiben, der Name nicht; in der Personalplanung stehen sie weiter mit Namen.'
const HISTORY = 'Er belegt, wie die erfassten Zeiten zustande kamen.'
const TALK = 'Sie sind Teil des Gesprächs mit anderen. Namen im Text bleiben, wie sie geschrieben wurden.'
const ENTERED = 'Sie gehören zu den Ergebnissen des Prozesses.'
const NOBODYS = 'Sie lassen sich dieser Person nicht sicher zuordnen und bleiben, wie sie sind.'
const PROTOCOL = 'Es zeigt weiter, was wann geschah, und endet mit seiner eigenen Frist.'

export async function fatesOf(db: Database, subject: Subject, { messages, answers }: Wanted): Promise<Fates> {
  const found = await countFates(db, subject)
  const fate = (
    name: keyof Awaited<ReturnType<typeof countFates>>,
    what: string,
    why: string | null = null,
  ): Fate[] => (found[name] === 0 ? [] : [{ name, what, count: found[name], why }])
  const stayingOrNot = [
    ...fate('messages', 'Nachrichten', messages ? null : TALK),
    ...fate('chat_images', 'Bilder in Chats', messages ? null : TALK),
  ]
  const enteredOrNot = [
    ...fate('answers', 'Prozesse mit Angaben', answers ? null : ENTERED),
    ...fate('rounds', 'Runden mit Angaben', answers ? null : ENTERED),
    ...fate('photos', 'Fotos in Angaben', answers ? null : ENTERED),
  ]
  return {
    called: formerName(subject.id),
    personnel_numbers: subject.times.numbers,
    goes: [
      {
        name: 'profile',
        what: 'Profil: Name, Benutzername, Passwort, E-Mail und was die Personalplanung weiß',
        count: 1,
        why: null,
      },
      ...fate('groups', 'Zuweisungen zu Gruppen'),
      ...fate('recorder', 'Aufgaben als Zeiterfasser'),
      ...fate('sessions', 'Sitzungen'),
      ...fate('identities', 'Konten bei Anbietern der Anmeldung'),
      ...fate('passkeys', 'Passkeys'),
      ...fate('codes', 'Einmalcodes für die Anmeldung'),
      ...fate('links', 'Einladungen'),
      ...fate('tokens', 'API-Tokens: Programme, die damit arbeiten, erreichen Kontor nicht mehr'),
      ...fate('calendar', 'Adresse für den eigenen Kalender: Er bekommt keine Einsätze mehr'),
      ...fate('devices', 'Geräte für Benachrichtigungen'),
      ...fate('addresses', 'Adressen und Versuche der Anmeldung'),
      ...fate('settings', 'Einstellungen zu Chats und Benachrichtigungen'),
      ...fate('reminders', 'Erinnerungen an Prozesse'),
      ...fate('undos', 'Änderungen an vielen, die sich noch rückgängig machen lassen'),
      ...fate('signatures', 'Unterschriften, gezeichnet oder mit Namen'),
      ...fate('audit_words', 'Namen und Adressen im Protokoll'),
      ...(messages ? stayingOrNot : []),
      ...(answers ? enteredOrNot : []),
    ],
    stays: [
      ...fate('times', 'Zeiten, geplant, erfasst oder übermittelt', LAW),
      ...fate('history', 'Einträge im Verlauf von Zeiten', HISTORY),
      ...(messages ? [] : stayingOrNot),
      ...(answers ? [] : enteredOrNot),
      ...fate('rounds_ended', 'beendete Runden', ENTERED),
      ...fate('doc_images', 'Bilder in Prozessen', 'Sie gehören zum Prozess.'),
      ...fate('doc_versions', 'gespeicherte Fassungen von Prozessen', 'Es sind Texte der Firma.'),
      ...fate('audit', 'Einträge im Protokoll', PROTOCOL),
      ...unclear(subject),
      ...fate(
        'times_of_other_name',
        'Zeiten unter gleicher Personalnummer mit anderem oder ohne Namen',
        NOBODYS,
      ),
    ],
  }
}

/** Nobody can tell whose they are: they are left alone, and whoever looks is told. */
const unclear = ({ times }: Subject): Fate[] =>
  times.unclear.length === 0
    ? []
    : [
        {
          name: 'unclear_times',
          what: `Zeiten unter gleichem Namen mit anderer Personalnummer (${times.unclear.slice(0, 5).join(', ')})`,
          count: times.unclear.length,
          why: NOBODYS,
        },
      ]

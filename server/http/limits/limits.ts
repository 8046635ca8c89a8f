// The one table of limits for each person. A call that costs more than a read has a limit of its own; everything else
// is bounded by the first rows. docs/betrieb/grenzen.md shows the same figures to whoever runs the server. All are far
// above what people and their apps do; whoever goes beyond is answered 429, when to come again, and a sentence.

type Rate = { most: number; seconds: number; sentence: string }
/** Whoever is faster than that waits for a moment, and is not refused. */
export type Pace = { most: number; seconds: number }
/** So many at a time; further ones wait for their turn, where that is allowed, or are refused. */
type AtOnce = { most: number; waiting: number; sentence: string }

const DAY = 86_400
const SOON = 'Bitte warten Sie einen Augenblick.'

/** Counted by each server for itself, in memory; those of `stored` in the database, by all servers together. */
export const rates = {
  requests: { most: 6_000, seconds: 20, sentence: `Gerade kommen sehr viele Anfragen von Ihnen. ${SOON}` },
  /** For each address without a session that is known: a whole company may come from it. */
  unknown_requests: {
    most: 20_000,
    seconds: 20,
    sentence: `Gerade kommen sehr viele Anfragen aus Ihrem Netz. ${SOON}`,
  },
  /** Everything that is no read. */
  changes: { most: 3_000, seconds: 60, sentence: `Sie ändern gerade sehr viel auf einmal. ${SOON}` },
  images: { most: 60, seconds: 60, sentence: `Sie senden gerade sehr viele Bilder. ${SOON}` },
  document_saves: { most: 300, seconds: 60, sentence: `Sie speichern gerade sehr oft. ${SOON}` },
  new_documents: { most: 300, seconds: 60, sentence: `Sie legen gerade sehr viele Prozesse an. ${SOON}` },
  resets: { most: 30, seconds: 60, sentence: `Sie setzen gerade sehr oft Ergebnisse zurück. ${SOON}` },
  reminders: { most: 30, seconds: 60, sentence: `Sie erinnern gerade sehr oft. ${SOON}` },
  exports: { most: 120, seconds: 60, sentence: `Sie laden gerade sehr viele Dateien herunter. ${SOON}` },
  syncs: { most: 60, seconds: 60, sentence: `Sie gleichen gerade sehr oft ab. ${SOON}` },
  sendings: { most: 120, seconds: 60, sentence: `Sie senden gerade sehr oft Zeiten. ${SOON}` },
  mass_changes: { most: 300, seconds: 60, sentence: `Sie ändern gerade sehr viel auf einmal. ${SOON}` },
  passwords: { most: 120, seconds: 60, sentence: `Sie ändern gerade sehr oft ein Passwort. ${SOON}` },
  invitations: { most: 60, seconds: 60, sentence: `Sie laden gerade sehr oft ein. ${SOON}` },
  factors: { most: 60, seconds: 60, sentence: `Sie ändern gerade sehr oft, wie Sie sich anmelden. ${SOON}` },
  tokens: { most: 60, seconds: 60, sentence: `Sie legen gerade sehr viele API-Tokens an. ${SOON}` },
  webhooks: {
    most: 60,
    seconds: 60,
    sentence: `Sie ändern gerade sehr oft Webhooks oder senden an sie. ${SOON}`,
  },
  /** Of a token, in place of what its owner may ask. */
  token_requests: {
    most: 1_200,
    seconds: 60,
    sentence: `Mit diesem API-Token kommen gerade sehr viele Anfragen. ${SOON}`,
  },
  /** Of an address: tokens that do not hold. */
  wrong_tokens: {
    most: 60,
    seconds: 300,
    sentence: `Von hier kamen gerade viele API-Tokens, die nicht gelten. ${SOON}`,
  },
  /** Of an address: each login screen asks once, and again for each try. */
  passkey_questions: {
    most: 1_200,
    seconds: 60,
    sentence: `Aus Ihrem Netz kommen gerade sehr viele Anmeldungen mit Passkeys. ${SOON}`,
  },
  /** Of an address: links that open no account, or none any more. */
  wrong_links: {
    most: 30,
    seconds: 300,
    sentence: `Von hier wurden gerade viele Links geöffnet, die nicht gelten. ${SOON}`,
  },
  /** Of an address: sign-ins at a provider that have begun. */
  sign_ins: {
    most: 300,
    seconds: 300,
    sentence: `Von hier beginnen gerade sehr viele Anmeldungen. ${SOON}`,
  },
  /** Of an address: such sign-ins, and words of a logout, that were not in order. */
  wrong_sign_ins: {
    most: 60,
    seconds: 300,
    sentence: `Von hier kamen gerade viele Anmeldungen, die nicht gelten. ${SOON}`,
  },
  /** Of an address, and under one name: whoever has forgotten a password asks once or twice. */
  forgotten: {
    most: 20,
    seconds: 3_600,
    sentence:
      'Aus Ihrem Netz wurde sehr oft nach einem neuen Passwort gefragt. Bitte warten Sie eine Stunde.',
  },
  forgotten_name: {
    most: 3,
    seconds: 3_600,
    sentence:
      'Unter diesem Namen wurde schon mehrmals nach einem neuen Passwort gefragt. Bitte warten Sie eine Stunde.',
  },
  /** Each calendar asks for its shifts by itself, some every few minutes. */
  calendars: {
    most: 120,
    seconds: 3_600,
    sentence: `Dieser Kalender wird gerade sehr oft abgerufen. ${SOON}`,
  },
  /** Of an address: secret addresses that do not exist. */
  wrong_calendars: {
    most: 30,
    seconds: 300,
    sentence: `Von hier wurde gerade oft nach Kalendern gefragt, die es nicht gibt. ${SOON}`,
  },
  /** Of an address: the description of the interface. */
  descriptions: {
    most: 120,
    seconds: 60,
    sentence: `Von hier wurde die Beschreibung der Schnittstelle gerade sehr oft abgerufen. ${SOON}`,
  },
  push_tests: {
    most: 1,
    seconds: 10,
    sentence: 'Gerade ging schon eine Probe hinaus. Bitte warten Sie zehn Sekunden.',
  },
  mail_tests: {
    most: 5,
    seconds: 300,
    sentence: 'Gerade gingen schon mehrere E-Mails zur Probe hinaus. Bitte warten Sie fünf Minuten.',
  },
  direct_chats: {
    most: 300,
    seconds: 3_600,
    sentence: 'Sie haben sehr viele Chats begonnen. Bitte beginnen Sie den nächsten etwas später.',
  },
} satisfies Record<string, Rate>

export const paces = {
  /**
   * What is worked on, a body of more than 64 KB once for each 64 KB; an answer from memory costs too little to wait
   * for.
   */
  requests_a_second: { most: 200, seconds: 1 },
  /** In ms: what reading their bodies has cost. */
  checking: { most: 100, seconds: 1 },
} satisfies Record<string, Pace>

export const stored = {
  messages: {
    most: 30,
    seconds: 60,
    sentence: 'Sie schreiben gerade sehr viel. Bitte warten Sie einen Augenblick.',
  },
  image_bytes: {
    most: 200_000_000,
    seconds: DAY,
    sentence: 'Sie haben heute schon sehr viele Bilder gesendet. Bitte senden Sie weitere morgen.',
  },
} satisfies Record<string, Rate>

export const atOnce = {
  /** Asked for and not yet answered, or the answer not yet taken. */
  open_requests: { most: 100, waiting: 0, sentence: `Zu viele Anfragen auf einmal. ${SOON}` },
  /** So many of these are worked on: one person's many requests hold up nobody else. */
  requests_at_work: { most: 12, waiting: 100, sentence: `Zu viele Anfragen auf einmal. ${SOON}` },
  /** Bodies of more than 64 KB. */
  large_bodies: {
    most: 4,
    waiting: 0,
    sentence: 'Es wird schon etwas Großes von Ihnen übertragen. Bitte warten Sie, bis es angekommen ist.',
  },
  searches: { most: 2, waiting: 50, sentence: `Sie suchen gerade sehr viel auf einmal. ${SOON}` },
  live_connections: {
    most: 10,
    waiting: 0,
    sentence: 'Sie haben schon zehn Chats zugleich geöffnet. Bitte schließen Sie einen davon.',
  },
} satisfies Record<string, AtOnce>

export type RateName = keyof typeof rates
export type PaceName = keyof typeof paces
export type AtOnceName = keyof typeof atOnce
export type LimitName = RateName | AtOnceName | keyof typeof stored
export type Table = {
  rates: Record<RateName, Rate>
  paces: Record<PaceName, Pace>
  stored: Record<keyof typeof stored, Rate>
  atOnce: Record<AtOnceName, AtOnce>
}
export const limits: Table = { rates, paces, stored, atOnce }

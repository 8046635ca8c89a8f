// The one table of limits for each person, and the count of who has used how much of them. A call that costs more than a
// read has a limit of its own; everything else is bounded by the first rows. docs/betrieb/grenzen.md shows the same
// figures to whoever runs the server. All are far above what people and their apps do; whoever goes beyond is answered
// 429, when to come again, and a sentence.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '#server/caller.ts'
import { type Refused, refuse } from '../errors.ts'

type Rate = { most: number; seconds: number; sentence: string }
/** So many at a time; further ones wait for their turn, where that is allowed, or are refused. */
type AtOnce = { most: number; waiting: number; sentence: string }

const DAY = 86_400
const SOON = 'Bitte warten Sie einen Augenblick.'

/** Counted by each server for itself, in memory; those of `stored` in the database, by all servers together. */
const rates = {
  /** A body of more than 64 KB counts once for each 64 KB: reading and checking it costs as much as several requests. */
  requests: { most: 2_000, seconds: 20, sentence: `Gerade kommen sehr viele Anfragen von Ihnen. ${SOON}` },
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
  /** For each token, in place of what its owner may ask. */
  token_requests: {
    most: 1_200,
    seconds: 60,
    sentence: `Mit diesem API-Token kommen gerade sehr viele Anfragen. ${SOON}`,
  },
  /** For each address: tokens that do not hold. */
  wrong_tokens: {
    most: 60,
    seconds: 300,
    sentence: `Von hier kamen gerade viele API-Tokens, die nicht gelten. ${SOON}`,
  },
  /** For each address: each login screen asks once, and again for each try. */
  passkey_questions: {
    most: 1_200,
    seconds: 60,
    sentence: `Aus Ihrem Netz kommen gerade sehr viele Anmeldungen mit Passkeys. ${SOON}`,
  },
  /** For each address: links that open no account, or none any more. */
  wrong_links: {
    most: 30,
    seconds: 300,
    sentence: `Von hier wurden gerade viele Links geöffnet, die nicht gelten. ${SOON}`,
  },
  /** For each address: sign-ins at a provider that have begun. */
  sign_ins: {
    most: 300,
    seconds: 300,
    sentence: `Von hier beginnen gerade sehr viele Anmeldungen. ${SOON}`,
  },
  /** For each address: such sign-ins, and words of a logout, that were not in order. */
  wrong_sign_ins: {
    most: 60,
    seconds: 300,
    sentence: `Von hier kamen gerade viele Anmeldungen, die nicht gelten. ${SOON}`,
  },
  /** For each address, and for each name: a forgotten password is asked for once or twice. */
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
  /** For each address: secret addresses that do not exist. */
  wrong_calendars: {
    most: 30,
    seconds: 300,
    sentence: `Von hier wurde gerade oft nach Kalendern gefragt, die es nicht gibt. ${SOON}`,
  },
  /** For each address: the description of the interface. */
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

const stored = {
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

const atOnce = {
  /**
   * From the request until the answer is taken: one person's many requests hold up nobody else, and what they leave
   * unread is no more than so many answers.
   */
  requests_at_once: { most: 8, waiting: 92, sentence: `Zu viele Anfragen auf einmal. ${SOON}` },
  /** Bodies of more than 64 KB: each is in memory several times over while it is read. */
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

/** Bounds on everybody together, where nobody in particular is to blame: beyond them the answer is 503. */
const together = {
  /** Bytes of large bodies on their way. */
  body_bytes: 64 * 1024 * 1024,
  /**
   * When lists give way, in ms that the event loop comes late on average over a quarter of a second: an answer takes a few of its
   * turns, and shall be there within a tenth of a second. 0: never.
   */
  event_loop_delay: 40,
  /**
   * With fewer requests under way it is not people who make the event loop late, but a slow machine: to refuse some would
   * help nobody. As many as five people can have.
   */
  crowd: 40,
  /** When lists give way, in requests that wait for a connection to the database: what is sent stands behind them. */
  waiting_for_database: 50,
}

type RateName = keyof typeof rates
type StoredName = keyof typeof stored
type AtOnceName = keyof typeof atOnce
type LimitName = RateName | AtOnceName | StoredName
export type Table = {
  rates: Record<RateName, Rate>
  stored: Record<StoredName, Rate>
  atOnce: Record<AtOnceName, AtOnce>
  together: Record<keyof typeof together, number>
}
export const limits: Table = { rates, stored, atOnce, together }

/** A person by id; the text of a token, a cookie or an address of somebody who is not known yet. */
export type Subject = number | string
/** A token is counted for itself: its owner has all of their own beside it. */
export const whoseBudget = ({ id, token }: Pick<Caller, 'id' | 'token'>): Subject =>
  token ? `token ${token.id}` : id

type Bucket = { left: number; at: number }
type Places = { running: number; queue: (() => void)[] }

/** So many people or addresses are counted for each limit; the ones seen first are forgotten first. */
const MOST_COUNTED = 50_000
const AGAIN_SECONDS = 2

/**
 * Counts who has used how much of their limits. A rate is a bucket that refills evenly: all of it may be used at once,
 * then as much as comes in. Counted in memory, so that a refusal costs nothing.
 */
export class Budgets {
  readonly table: Table
  readonly #buckets = new Map<RateName, Map<Subject, Bucket>>()
  readonly #running = new Map<AtOnceName, Map<Subject, Places>>()
  /** Refusals by limit. */
  readonly refused = new Map<LimitName, number>()
  /** Bytes of large bodies that have been announced and are not done with. */
  bodyBytes = 0

  constructor(table: Table = limits) {
    this.table = table
    for (const name of Object.keys(table.rates) as RateName[]) this.#buckets.set(name, new Map())
    for (const name of Object.keys(table.atOnce) as AtOnceName[]) this.#running.set(name, new Map())
  }

  /** Counts one more, or what is worth several, if that is within the limit, and tells whether it is. */
  take(name: RateName, who: Subject, worth = 1): boolean {
    const bucket = this.#refilled(name, who)
    if (bucket.left < worth) return false
    bucket.left -= worth
    return true
  }

  /** Counts one more, or refuses it. */
  spend(name: RateName, who: Subject, worth = 1) {
    if (this.take(name, who, worth)) return
    const { most, seconds } = this.table.rates[name]
    const { left } = this.#refilled(name, who)
    throw this.refusal(name, Math.max(1, Math.ceil(((worth - left) * seconds) / most)))
  }

  /** One of so many at a time, until the returned function is called. Refused where it would have to wait. */
  acquireNow(name: AtOnceName, who: Subject): () => void {
    const places = this.#placesOf(name, who)
    if (places.running >= this.table.atOnce[name].most) throw this.refusal(name)
    places.running++
    return once(() => this.#release(name, who))
  }

  /** The same, at once or when it is their turn: `begin` gets what gives the place back. Refused where the queue is full. */
  acquire(name: AtOnceName, who: Subject, begin: (release: () => void) => void) {
    const { most, waiting } = this.table.atOnce[name]
    const places = this.#placesOf(name, who)
    const go = () => begin(once(() => this.#release(name, who)))
    if (places.running < most) {
      places.running++
      return go()
    }
    if (places.queue.length >= waiting) throw this.refusal(name)
    // Runs in the context of the request that has waited, not of the one that has gone.
    places.queue.push(AsyncLocalStorage.bind(go))
  }

  /** Work that waits for its place. */
  async withLimit<T>(name: AtOnceName, who: Subject, work: () => T | Promise<T>): Promise<T> {
    const release = await new Promise<() => void>((begin) => this.acquire(name, who, begin))
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** A large body of this person, and so many bytes of everybody's, until the returned function is called. */
  acquireBody(who: Subject, bytes: number): () => void {
    const release = this.acquireNow('large_bodies', who)
    if (this.bodyBytes + bytes > this.table.together.body_bytes) {
      release()
      throw refuse('overloaded')
    }
    this.bodyBytes += bytes
    return once(() => {
      this.bodyBytes -= bytes
      release()
    })
  }

  /** So many places everybody has together. */
  running(name: AtOnceName): number {
    return [...(this.#running.get(name)?.values() ?? [])].reduce((all, { running }) => all + running, 0)
  }

  /** Counted, and worded, for whoever keeps the count elsewhere. */
  refusal(name: LimitName, seconds = AGAIN_SECONDS): Refused {
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1)
    const { rates, stored, atOnce } = this.table
    const { sentence } = { ...rates, ...stored, ...atOnce }[name]
    return refuse('too_many', sentence, seconds)
  }

  #refilled(name: RateName, who: Subject): Bucket {
    const { most, seconds } = this.table.rates[name]
    const buckets = this.#buckets.get(name) as Map<Subject, Bucket>
    const now = performance.now()
    const known = buckets.get(who)
    if (known) {
      known.left = Math.min(most, known.left + ((now - known.at) / 1000) * (most / seconds))
      known.at = now
      return known
    }
    if (buckets.size >= MOST_COUNTED) buckets.delete(buckets.keys().next().value as Subject)
    const bucket = { left: most, at: now }
    buckets.set(who, bucket)
    return bucket
  }

  #placesOf(name: AtOnceName, who: Subject): Places {
    const all = this.#running.get(name) as Map<Subject, Places>
    const known = all.get(who)
    if (known) return known
    const places = { running: 0, queue: [] }
    all.set(who, places)
    return places
  }

  /** The next one takes over the place: nobody comes in between. */
  #release(name: AtOnceName, who: Subject) {
    const places = this.#placesOf(name, who)
    const next = places.queue.shift()
    if (next) return next()
    places.running--
    if (places.running === 0) this.#running.get(name)?.delete(who)
  }
}

const once = (work: () => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

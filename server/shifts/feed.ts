import { audit } from '#server/audit/audit.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import { hashToken, newToken } from '#server/auth/sessions.ts'
import type { Caller } from '#server/caller.ts'
import { networkOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { toICalendar } from './calendar.ts'
import { deleteFeed, findOwner, setFeed } from './feed-store.ts'
import { requirePlanned } from './read-shifts.ts'
import { listShiftsForCalendar } from './store.ts'

/** Days before and after today that the calendar contains. Nobody plans further ahead. */
const CALENDAR_RANGE_DAYS = { back: 60, ahead: 400 }

/** Creates a new secret address; the former one stops working. */
export async function makeFeed(kontor: Kontor, by: Caller): Promise<string> {
  requirePlanned(by)
  const token = newToken()
  await inCallerTransaction(kontor, by, async (tx) => {
    await setFeed(tx, by.id, hashToken(token))
    await audit(tx, by.id, 'user.feed', { user_id: by.id })
    changed(tx, aboutUser(by.id))
  })
  return `/shifts/feed/${token}/einsaetze.ics`
}

export async function endFeed(kontor: Kontor, by: Caller) {
  requirePlanned(by)
  await inCallerTransaction(kontor, by, async (tx) => {
    if (!(await deleteFeed(tx, by.id))) return
    await audit(tx, by.id, 'user.feed_end', { user_id: by.id })
    changed(tx, aboutUser(by.id))
  })
}

/**
 * The shifts of the owner of a calendar address. The caller is not signed in: the address is the secret, so
 * wrong ones count against a limit.
 */
export async function readCalendar(kontor: Kontor, token: string, address: string): Promise<string> {
  const { db, config, budgets, company } = kontor
  const owner = await findOwner(db, hashToken(token))
  if (owner === undefined) {
    budgets.spend('wrong_calendars', networkOf(address))
    throw refuse('not_found')
  }
  budgets.spend('calendars', owner)
  const today = Temporal.Now.plainDateISO(config.timeZone)
  const shifts = await listShiftsForCalendar(db, owner, {
    start: today.subtract({ days: CALENDAR_RANGE_DAYS.back }).toString(),
    end: today.add({ days: CALENDAR_RANGE_DAYS.ahead }).toString(),
  })
  return toICalendar(shifts, { zone: config.timeZone, name: `Einsätze (${company.name})`, today })
}

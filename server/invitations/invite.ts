import type { InvitationOverview } from '#contract/invitations.ts'
import { type InvitationChannel, maxPeoplePerSheet } from '#contract/words/users.ts'
import { audit } from '#server/audit/audit.ts'
import { hashToken } from '#server/auth/sessions.ts'
import type { Caller } from '#server/caller.ts'
import { isLoopback } from '#server/config-kinds.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { isMailAddress } from '#server/mail/address.ts'
import { linkLifetimeHours, type MadeLink, newLinkToken, pathOf } from './links.ts'
import { queueMails } from './mail-links.ts'
import { type Invitee, listInvitees, listWithoutAccess, replaceLinks } from './store.ts'

type InvitationRequest = {
  user_ids?: number[] | undefined
  /** Without `user_ids`: also people with a valid invitation. */
  with_invited?: boolean | undefined
  way: InvitationChannel
  /** Base of the links on a sheet. */
  origin: string
}
type InvitationResult = { invited: number; left_out: number; path: string | null; sheet: string | null }

/**
 * Invites these people, or everybody without access and invitation: each gets a new link that replaces an
 * earlier one. Tokens in mails are generated on sending, so that none is stored in clear.
 */
export async function invite(
  kontor: Kontor,
  by: Caller,
  order: InvitationRequest,
): Promise<InvitationResult> {
  const { way } = order
  if (way === 'email' && !kontor.config.mail) throw refuse('no_mail')
  const wanted = order.user_ids === undefined ? undefined : [...new Set(order.user_ids)]
  if (way === 'link' && wanted?.length !== 1)
    throw refuseInvalid(['body', 'user_ids'], 'Einen Link zum Kopieren gibt es nur für eine Person.')
  const candidates = await listInvitees(kontor.db, wanted, order.with_invited ?? false)
  const people = way === 'email' ? candidates.filter(isReachable) : candidates.slice(0, maxPeoplePerSheet)
  if (people.length === 0) throw refuse('nobody_to_invite')
  const links = people.map((user): MadeLink => ({ user, token: newLinkToken() }))
  // Rendered before anything is written, since it takes seconds and may fail.
  const sheet = way === 'sheet' ? await renderSheet(kontor, by, { links, origin: order.origin }) : null
  await inTransaction(kontor, async (tx) => {
    const ids = people.map(({ id }) => id)
    if (way === 'email') await queueMails(tx, 'invitation', ids)
    else await replaceLinks(tx, 'invitation', links.map(toLinkInput), linkLifetimeHours.invitation)
    await audit(tx, by.id, 'user.invite', { user_ids: ids, way })
    changed(tx, aboutUsers)
  })
  const path = way === 'link' ? pathOf(links[0]?.token ?? '') : null
  return { invited: people.length, left_out: (wanted ?? candidates).length - people.length, path, sheet }
}

const toLinkInput = ({ user, token }: MadeLink) => ({ userId: user.id, tokenHash: hashToken(token) })

const isReachable = ({ address }: Pick<Invitee, 'address'>) => address !== null && isMailAddress(address)

export async function readOverview(kontor: Kontor, origin: string): Promise<InvitationOverview> {
  const { db, config } = kontor
  const people = await listWithoutAccess(db)
  return {
    without_access: people.length,
    with_email: people.filter(isReachable).length,
    not_invited: people.filter(({ is_invited }) => !is_invited).length,
    can_mail: config.mail !== undefined,
    only_here: isLoopback(new URL(origin).hostname) ? localAddressWarning(origin) : null,
  }
}

const localAddressWarning = (address: string) =>
  `Die Links beginnen mit „${address}“ und öffnen sich nur auf diesem Rechner. Öffnen Sie Kontor vorher unter der Adresse, unter der es auch Telefone erreichen, oder setzen Sie PUBLIC_URL.`

type InvitationSheet = { links: MadeLink[]; origin: string }

const HOUR_MS = 3_600_000

/** PDF in base64: a slip per person with the link as a QR code, to cut apart. */
async function renderSheet(kontor: Kontor, by: Caller, { links, origin }: InvitationSheet) {
  const { config, company, exports } = kontor
  const pdf = await exports.slipsPdf(by, {
    title: 'Einladungen',
    as_of: new Date(),
    app: company.name,
    until: formatDateTime(new Date(Date.now() + linkLifetimeHours.invitation * HOUR_MS), config.timeZone),
    slips: links.map(({ user, token }) => ({
      name: user.display_name,
      username: user.username,
      link: `${origin}${pathOf(token)}`,
    })),
  })
  return pdf.toString('base64')
}

/** 25.11.2026, 16:30 Uhr */
const formatDateTime = (moment: Date, timeZone: string) =>
  `${moment.toLocaleString('de-DE', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' })} Uhr`

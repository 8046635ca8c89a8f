import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { lifetimes, type MadeLink, pathOf } from './links.ts'

type Sheet = { links: MadeLink[]; origin: string }

const HOUR_MS = 3_600_000

/** A sheet to print and cut apart, a slip for each person with the link as a QR code; in base64. */
export async function sheetOf(kontor: Kontor, by: Caller, { links, origin }: Sheet) {
  const { config, company, exports } = kontor
  const base = addressOf(kontor, origin)
  const pdf = await exports.slipsPdf(by, {
    title: 'Einladungen',
    as_of: new Date(),
    app: company.name,
    until: dayAndTime(new Date(Date.now() + lifetimes.invitation * HOUR_MS), config.timeZone),
    slips: links.map(({ user, token }) => ({
      name: user.display_name,
      username: user.username,
      link: `${base}${pathOf(token)}`,
    })),
  })
  return pdf.toString('base64')
}

/** What links begin with: without the setting as the administrator's own browser reached the server. */
export const addressOf = ({ config }: Kontor, origin: string) => config.publicUrl?.origin ?? origin

/** 25.11.2026, 16:30 Uhr */
const dayAndTime = (moment: Date, timeZone: string) =>
  `${moment.toLocaleString('de-DE', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' })} Uhr`

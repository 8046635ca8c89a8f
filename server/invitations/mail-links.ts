// Jobs that mail links. Each attempt to send generates a new token, and only its hash is stored. If two mails arrive,
// only the link in the newer one works.
import { hashToken } from '#server/auth/sessions.ts'
import type { Tx } from '#server/db/connect.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { sendMail, UnsentMailError } from '#server/mail/send-mail.ts'
import { linkLifetimeHours, newLinkToken, pathOf } from './links.ts'
import { findWaitingMail, type LinkKind, replaceLinks, setMail, setSent, setToken } from './store.ts'

export const MAIL_LINK_JOB_KIND = 'mail.link'

/** Creates a link per person and queues its mail. */
export async function queueMails(tx: Tx, kind: LinkKind, userIds: readonly number[]) {
  const ids = await replaceLinks(
    tx,
    kind,
    userIds.map((userId) => ({ userId })),
    linkLifetimeHours[kind],
  )
  for (const link_id of ids)
    await insertJob(tx, {
      kind: MAIL_LINK_JOB_KIND,
      key: String(link_id),
      payload: { link_id },
      lifetime: linkLifetimeHours[kind] * 3_600,
    })
  changed(tx, aboutJobs)
}

export const mailLinkJob: JobKind = {
  lane: 'mail',
  // The pauses between the attempts add up to more than an hour, longer than a restart of a mail server.
  attempts: 16,
  async run(kontor, payload) {
    const id = payload['link_id'] as number
    try {
      await sendLinkMail(kontor, id)
    } catch (error) {
      if (error instanceof UnsentMailError)
        await recordMailState(kontor, id, { mail: 'waiting', problem: error.message })
      throw error
    }
  },
  giveUp: (kontor, payload, error) =>
    recordMailState(kontor, payload['link_id'] as number, {
      mail: 'failed',
      problem: error instanceof UnsentMailError ? error.message : 'Die E-Mail ließ sich nicht senden.',
    }),
}

const recordMailState = (kontor: Kontor, id: number, state: Parameters<typeof setMail>[2]) =>
  inTransaction(kontor, async (tx) => {
    await setMail(tx, id, state)
    changed(tx, aboutUsers)
  })

async function sendLinkMail(kontor: Kontor, id: number) {
  const { db, config, company } = kontor
  const recipient = await findWaitingMail(db, id)
  // The link was replaced or used, or the person was deactivated.
  if (!recipient) return
  const { kind, address, username, display_name } = recipient
  const { mail } = config
  if (!mail) throw new UnsentMailError('Es ist kein Mailserver mehr eingestellt.')
  const token = newLinkToken()
  if (!(await setToken(db, id, hashToken(token), linkLifetimeHours[kind]))) return
  const link = `${mail.base}${pathOf(token)}`
  await sendMail(mail, {
    to: address ?? '',
    toName: display_name,
    ...letters[kind]({ name: display_name, username, link, app: company.name }),
  })
  await inTransaction(kontor, async (tx) => {
    await setSent(tx, id, address)
    changed(tx, aboutUsers)
  })
}

type Letter = { name: string; username: string; link: string; app: string }

const letters: Record<LinkKind, (letter: Letter) => { subject: string; text: string }> = {
  invitation: ({ name, username, link, app }) => ({
    subject: `Ihr Zugang zu ${app}`,
    text: `Guten Tag ${name},

für Sie ist ein Zugang zu ${app} eingerichtet. Öffnen Sie diesen Link, und wählen Sie Ihr eigenes Passwort:

${link}

Ihr Benutzername: ${username}

Der Link gilt einmal und ${linkLifetimeHours.invitation} Stunden lang. Geben Sie ihn niemandem weiter. Gilt er nicht mehr, bitten Sie einen Admin Ihrer Firma um einen neuen.
`,
  }),
  reset: ({ name, username, link, app }) => ({
    subject: `Neues Passwort für ${app}`,
    text: `Guten Tag ${name},

für Ihren Zugang zu ${app} wurde ein neues Passwort verlangt. Öffnen Sie diesen Link, und wählen Sie es:

${link}

Ihr Benutzername: ${username}

Der Link gilt einmal und eine Stunde lang. Danach sind Sie auf allen anderen Geräten abgemeldet.

Waren Sie das nicht? Dann brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist. Kommt so eine E-Mail öfter, sagen Sie es bitte einem Admin Ihrer Firma.
`,
  }),
}

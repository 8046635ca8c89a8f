// Job that mails a reminder. It sends nothing if the reminder is outdated when the job runs: the person has finished
// or left the audience, or the document is no longer Aktiv.
import { germanDay } from '#contract/time/german-day.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import type { Kontor } from '#server/kontor.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { findReminderMailData } from './store.ts'

export const MAIL_REMINDER_JOB_KIND = 'mail.reminder'
/** In seconds. An older mail is not sent any more, since the next reminder may follow on the next day. */
export const MAIL_LIFETIME_SECONDS = 12 * 3_600

export const mailReminderJob: JobKind = {
  lane: 'mail',
  // Covers more than an hour, longer than a restart of a mail server.
  attempts: 16,
  run: (kontor, payload) => sendReminderMail(kontor, payload as Reminder),
  // Nothing to do: the person also has the message in the chat.
  giveUp: async () => {},
}

type Reminder = { doc_id: number; user_id: number; by: string }

async function sendReminderMail({ db, config, company }: Kontor, { doc_id, user_id, by }: Reminder) {
  const { mail } = config
  const reminder = await findReminderMailData(db, doc_id, user_id)
  if (!mail || !reminder?.address) return
  const { doc, due_on, address, display_name } = reminder
  const until = due_on === null ? '' : ` Ausgefüllt werden soll er bis ${germanDay(due_on)}.`
  await sendMail(mail, {
    to: address,
    toName: display_name,
    subject: `Bitte noch ausfüllen: ${doc}`,
    text: `Guten Tag ${display_name},

${by} bittet Sie, in ${company.name} den Prozess „${doc}“ auszufüllen.${until}

${mail.base}/ui/docs/${doc_id}/show
`,
  })
}

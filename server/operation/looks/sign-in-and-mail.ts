// Checks that the mail server and the providers of the settings answer as they should. Only on request, since it calls
// other machines.
import type { Config } from '#server/config.ts'
import { Unsent, verifyMailServer } from '#server/mail/send-mail.ts'
import { Provider } from '#server/providers/provider.ts'
import { Away } from '#server/providers/wrong-answer.ts'
import { type Finding, fine, wrong } from '../finding.ts'

export async function mailFindings({ mail }: Pick<Config, 'mail'>): Promise<Finding[]> {
  if (!mail) return []
  const place = `Der Mailserver „${mail.server.hostname}“ (SMTP_URL)`
  try {
    await verifyMailServer(mail)
    return [fine(`${place}: Anmeldung gelungen.`)]
  } catch (error) {
    if (!(error instanceof Unsent)) throw error
    return [
      wrong(`${place} ist nicht nutzbar: ${error.message} Einladungen und Erinnerungen warten solange.`),
    ]
  }
}

export function providerFindings({
  providers,
  publicUrl,
}: Pick<Config, 'providers' | 'publicUrl'>): Promise<Finding[]> {
  return Promise.all(
    providers.map(async (access) => {
      const place = `Der Anbieter „${access.name}“ (${access.issuer.href})`
      try {
        await new Provider(access, publicUrl?.origin ?? '').configuration()
        return fine(`${place} ist erreichbar.`)
      } catch (error) {
        return [error, (error as Error).cause].some((one) => one instanceof Away)
          ? wrong(`${place} antwortet nicht. Über ihn meldet sich solange niemand an.`)
          : wrong(
              `${place} gibt keine brauchbare Auskunft. Bitte prüfen Sie die Adresse: Sie muss genau so heißen, wie er sich nennt.`,
            )
      }
    }),
  )
}

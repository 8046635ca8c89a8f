// Checks of other machines: the planner, without reading data; with --online also the mail server, providers
// and push services.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Config } from '#server/config.ts'
import { UnsentMailError, verifyMailServer } from '#server/mail/send-mail.ts'
import { fetchConfigured, NoAnswer } from '#server/outgoing.ts'
import { ProviderAway } from '#server/providers/ask.ts'
import { Provider } from '#server/providers/provider.ts'
import { type Finding, fail, hint, pass } from '../finding.ts'

const ANSWER_TIMEOUT_MS = 5_000

export async function plannerFindings({ planner }: Pick<Config, 'planner'>): Promise<Finding[]> {
  if (!planner) return [hint('Keine Personalplanung ist angeschlossen (PLANNER_URL oder PLANNER_DIR).')]
  return 'folder' in planner
    ? [await folderPlannerFinding(planner.folder)]
    : [await httpPlannerFinding(planner)]
}

async function httpPlannerFinding({ url, token }: { url: URL; token: string }): Promise<Finding> {
  try {
    const answer = await fetchConfigured(new URL('users', url.href.endsWith('/') ? url : `${url.href}/`), {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      limits: { time: ANSWER_TIMEOUT_MS, bytes: 0 },
    })
    answer.discard()
    return plannerStatusFinding(url.host, answer.status)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const { code, message } = error.cause as Error & { code?: string }
    return fail(
      `Die Personalplanung auf ${url.host} antwortet nicht (${error.isLate ? `nichts in ${ANSWER_TIMEOUT_MS / 1_000} Sekunden` : (code ?? message)}).`,
    )
  }
}

export function plannerStatusFinding(host: string, status: number): Finding {
  if (status === 401 || status === 403)
    return fail(`Die Personalplanung auf ${host} nimmt PLANNER_TOKEN nicht an (${status}).`)
  if (status >= 200 && status < 300) return pass(`Die Personalplanung auf ${host} antwortet.`)
  return fail(`Die Personalplanung auf ${host} antwortet mit ${status}. Bitte PLANNER_URL prüfen.`)
}

async function folderPlannerFinding(path: string): Promise<Finding> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return pass(`Der Austauschordner der Personalplanung „${path}“ lässt sich lesen und beschreiben.`)
  } catch {
    return fail(
      `Der Austauschordner der Personalplanung „${path}“ fehlt, oder dieser Benutzer darf ihn nicht lesen und beschreiben.`,
    )
  }
}

export async function mailFindings({ mail }: Pick<Config, 'mail'>): Promise<Finding[]> {
  if (!mail) return []
  const place = `Der Mailserver „${mail.server.hostname}“ (SMTP_URL)`
  try {
    await verifyMailServer(mail)
    return [pass(`${place}: Anmeldung gelungen.`)]
  } catch (error) {
    if (!(error instanceof UnsentMailError)) throw error
    return [fail(`${place} ist nicht nutzbar: ${error.message} Einladungen und Erinnerungen warten solange.`)]
  }
}

export function providerFindings({
  providers,
  publicUrl,
}: Pick<Config, 'providers' | 'publicUrl'>): Promise<Finding[]> {
  return Promise.all(
    providers.map(async (settings) => {
      const place = `Der Anbieter „${settings.name}“ (${settings.issuer.href})`
      try {
        await new Provider(settings, publicUrl?.origin ?? '').configuration()
        return pass(`${place} ist erreichbar.`)
      } catch (error) {
        return [error, (error as Error).cause].some((one) => one instanceof ProviderAway)
          ? fail(`${place} antwortet nicht. Über ihn meldet sich solange niemand an.`)
          : fail(
              `${place} gibt keine brauchbare Auskunft. Bitte prüfen Sie die Adresse: Sie muss genau so heißen, wie er sich nennt.`,
            )
      }
    }),
  )
}

const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'wns2-par02p.notify.windows.com',
  'web.push.apple.com',
]

export type ProbeHost = (host: string) => Promise<string | undefined>

export async function pushFindings(reach: ProbeHost = probeHost): Promise<Finding[]> {
  return Promise.all(
    PUSH_HOSTS.map(async (host) => {
      const reason = await reach(host)
      return reason === undefined
        ? pass(`Der Benachrichtigungsdienst ${host} ist zu erreichen.`)
        : hint(
            `Der Benachrichtigungsdienst ${host} ist nicht zu erreichen (${reason}). Geräte, die ihn brauchen, erfahren nichts.`,
          )
    }),
  )
}

/** Returns the reason of a failure; undefined if the host answers with a valid certificate. */
function probeHost(host: string): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = connect({ host, port: 443, servername: host, timeout: ANSWER_TIMEOUT_MS })
    const end = (reason?: string) => {
      socket.destroy()
      done(reason)
    }
    socket.once('secureConnect', () => end())
    socket.once('timeout', () => end('keine Antwort'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
}

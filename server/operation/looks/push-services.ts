// Checks that the browsers' push services can be reached from here. Only on request, since it calls other machines.
import { connect } from 'node:tls'
import { type Finding, fine, hint } from '../finding.ts'

const HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'wns2-par02p.notify.windows.com',
  'web.push.apple.com',
]
const PATIENCE_MS = 5_000

export type Reach = (host: string) => Promise<string | undefined>

export async function pushFindings(reach: Reach = greet): Promise<Finding[]> {
  return Promise.all(
    HOSTS.map(async (host) => {
      const reason = await reach(host)
      return reason === undefined
        ? fine(`Der Benachrichtigungsdienst ${host} ist zu erreichen.`)
        : hint(
            `Der Benachrichtigungsdienst ${host} ist nicht zu erreichen (${reason}). Geräte, die ihn brauchen, erfahren nichts.`,
          )
    }),
  )
}

/** Answers why not; undefined when it greets with a certificate that holds. */
function greet(host: string): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = connect({ host, port: 443, servername: host, timeout: PATIENCE_MS })
    const end = (reason?: string) => {
      socket.destroy()
      done(reason)
    }
    socket.once('secureConnect', () => end())
    socket.once('timeout', () => end('keine Antwort'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
}

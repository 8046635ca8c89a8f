// Checks that the broker of NEWS_URL lets us in, and what it carries is not to be read on its way.

import type { Config } from '#server/config.ts'
import { isLoopback } from '#server/config-kinds.ts'
import { connectBroker } from '#server/live/broker.ts'
import { type Finding, fine, hint, wrong } from '../finding.ts'

export async function brokerFindings({ newsUrl }: Pick<Config, 'newsUrl'>): Promise<Finding[]> {
  if (!newsUrl) return []
  const place = newsUrl.servers.join(', ')
  try {
    const connection = await connectBroker(newsUrl)
    await connection.close()
  } catch (error) {
    return [
      wrong(
        `NATS auf ${place} nimmt uns nicht an (${(error as Error).message}). Bitte prüfen Sie NEWS_URL; bis dahin sagen sich die Server alles über die Datenbank.`,
      ),
    ]
  }
  const isSeen = !newsUrl.tls && newsUrl.servers.some((server) => !isLoopback(server.replace(/:\d+$/, '')))
  return [
    fine(`NATS auf ${place} nimmt uns an.`),
    ...(isSeen
      ? [
          hint(
            'NEWS_URL beginnt mit nats://: Was im Chat steht, geht unverschlüsselt durch Ihr Netz. Mit tls:// nicht.',
          ),
        ]
      : []),
  ]
}

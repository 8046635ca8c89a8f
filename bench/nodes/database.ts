// The program that keeps a database of its own running, for own-database.ts.
import { takeOrders } from '#measure/child.ts'
import { startEmbedded } from '#server/db/embedded.ts'

/** Many listen at once. */
const SETTINGS = { max_connections: '300' }

takeOrders(async ({ dataDir }: { dataDir: string }) => {
  const { connection } = await startEmbedded(dataDir, { settings: SETTINGS })
  return connection
})

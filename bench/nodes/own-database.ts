// A PostgreSQL beside the nodes of a measurement, on the other core than theirs.
import { startHelper } from '#measure/child.ts'
import { askingCore } from '#measure/cores.ts'
import { cpuExactlyOf, treeOf } from '#measure/processes.ts'
import { makeDataFolder, removeDataFolder } from '#measure/real-server.ts'

export type OwnDatabase = Awaited<ReturnType<typeof startOwnDatabase>>
/** µs of each of its processes. */
type DatabaseCpu = ReadonlyMap<number, number>

export async function startOwnDatabase() {
  const dataDir = makeDataFolder()
  const helper = await startHelper(new URL('database.ts', import.meta.url), askingCore)
  const { host, user, database } = await helper.order<{ host: string; user: string; database: string }>({
    dataDir,
  })
  return {
    dataDir,
    url: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    cpu: (): DatabaseCpu =>
      new Map(
        treeOf(helper.pid)
          .slice(1)
          .map((pid) => [pid, cpuExactlyOf(pid)]),
      ),
    async stop() {
      await helper.stop()
      await removeDataFolder(dataDir)
    },
  }
}

/** µs since then, of the processes that are still there. */
export const databaseSince = (before: DatabaseCpu, now: DatabaseCpu) =>
  [...now].reduce((sum, [pid, us]) => sum + us - (before.get(pid) ?? 0), 0)

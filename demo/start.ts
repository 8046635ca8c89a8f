import type { Kontor } from '#server/kontor.ts'
import { demoPassword, everybody } from './cast.ts'
import { seedCompany } from './company.ts'
import { demoSettings, goOn } from './planner.ts'
import { isSeeded, seed } from './seed.ts'

/** The demo as a server starts it: with a planner of its own, and the company in a database that was empty. */
export type Demo = Awaited<ReturnType<typeof startDemo>>

export async function startDemo(given: NodeJS.ProcessEnv) {
  const { env, planner } = await demoSettings(given)
  return {
    env,
    stop: async () => planner?.stop(),
    async fill(kontor: Kontor, { isEmpty }: { isEmpty: boolean }) {
      if (isEmpty) await seed(kontor)
      if (planner && isEmpty) await seedCompany(kontor, planner)
      else if (planner) goOn(planner)
    },
    says: async (kontor: Kontor) =>
      (await isSeeded(kontor))
        ? `Demo-Anmeldungen: ${everybody.map(({ username }) => username).join(', ')} / ${demoPassword}`
        : 'Die Datenbank war nicht leer: Es wurden keine Demo-Daten angelegt.',
  }
}

import type { Kontor } from '#server/kontor.ts'
import { demoPassword, everybody } from './cast.ts'
import { seedCompany } from './company.ts'
import { lockUnfinishedCompanyForUpdate, markFillingBegun, needsFilling } from './filling.ts'
import { changePlannerData, prepareDemoSettings } from './planner.ts'
import { isSeeded, seedFirstOnce } from './seed.ts'

/** The demo as a server starts it: with its own planner, and the company in an empty database. */
export type Demo = Awaited<ReturnType<typeof startDemo>>

export async function startDemo(processEnv: NodeJS.ProcessEnv) {
  const { env, planner } = await prepareDemoSettings(processEnv)
  return {
    env,
    stop: async () => planner?.stop(),
    /** Called while the database is still empty. */
    begin: markFillingBegun,
    async fill(kontor: Kontor) {
      const isFilling = await needsFilling(kontor.db)
      if (isFilling) await seedFirstOnce(kontor, { isAll: planner === undefined })
      if (planner && isFilling) await seedCompany(kontor, planner, lockUnfinishedCompanyForUpdate)
      else if (planner) changePlannerData(planner)
    },
    says: async ({ db }: Kontor) =>
      (await isSeeded(db))
        ? `Demo-Anmeldungen: ${everybody.map(({ username }) => username).join(', ')} / ${demoPassword}`
        : 'Die Datenbank war nicht leer: Es wurden keine Demo-Daten angelegt. In einem eigenen Ordner gibt es sie mit: DATA_DIR=./demo-daten npm start -- --demo',
  }
}

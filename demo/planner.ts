// The demo's built-in staff planner and the settings that point to it; existing settings win.
import { generatePeople } from '#planner-simulator/company.ts'
import { type Simulator, startSimulator } from '#planner-simulator/server.ts'
import { optionalFields } from '#server/planner/port.ts'
import { happeningsGroup } from './cast.ts'
import { changePlan, plannedHappenings } from './happenings.ts'

const PEOPLE_COUNT = 500

export async function prepareDemoSettings(
  env: NodeJS.ProcessEnv,
): Promise<{ env: NodeJS.ProcessEnv; planner: Simulator | undefined }> {
  const isSet = Object.keys(env).some((name) => name.startsWith('PLANNER_'))
  const planner = isSet
    ? undefined
    : await startSimulator({
        users: generatePeople(PEOPLE_COUNT - 3),
        happenings: plannedHappenings(),
        fields: optionalFields,
      })
  const settings = planner && { PLANNER_URL: planner.url, PLANNER_TOKEN: planner.token }
  return { env: { HAPPENINGS_GROUP: happeningsGroup, ...settings, ...env }, planner }
}

/**
 * Changes the planner's people and happenings, so that the preview of the next sync has something to show.
 */
export function changePlannerData(planner: Simulator) {
  const changes: Record<string, object> = {
    P2001: { telefon: '+49 40 5550 4711' },
    P2002: { nachname: 'Albrecht-Thomsen' },
    P2003: { groups: ['Licht', 'Ton'] },
  }
  planner.users = generatePeople(PEOPLE_COUNT)
    .filter(({ id }) => id !== 'P2009')
    .map((user) => ({ ...user, ...changes[user.id] }))
  changePlan(planner)
}

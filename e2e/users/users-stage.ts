// The stage of the stories about users: beside a planner that knows four more of them, and not Lena.
import { after } from 'node:test'
import { people } from '#planner-simulator/company.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { setStage } from '../stage.ts'

export async function setUsersStage() {
  const planner = await startSimulator({ users: people(16).filter(({ username }) => username !== 'lena') })
  const stage = await setStage({ PLANNER_URL: planner.url, PLANNER_TOKEN: planner.token })
  after(() => planner.stop())
  return { ...stage, planner }
}

// Runs the simulator alone: `node planner-simulator/main.ts [port] [people]`. Prints its URL and token as JSON.
import { optionalFields } from '#server/planner/port.ts'
import { generatePeople } from './company.ts'
import { happeningsAround } from './happenings.ts'
import { startSimulator } from './server.ts'

const [port = '8090', count = '500'] = process.argv.slice(2)
const users = generatePeople(Number(count))
const happenings = happeningsAround({ around: Temporal.Now.plainDateISO().toString(), users })
const { url, token } = await startSimulator({ port: Number(port), users, happenings, fields: optionalFields })
console.log(JSON.stringify({ PLANNER_URL: url, PLANNER_TOKEN: token }))

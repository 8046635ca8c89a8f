// The simulator by itself: `node planner-simulator/main.ts [port] [people]`; prints where it is and how to get in.
import { people } from './company.ts'
import { startSimulator } from './server.ts'

const [port = '8090', count = '500'] = process.argv.slice(2)
const { url, token } = await startSimulator({ port: Number(port), users: people(Number(count)) })
console.log(JSON.stringify({ PLANNER_URL: url, PLANNER_TOKEN: token }))

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PlannedUser } from '#server/planner/port.ts'
import { type Fault, faults, oddities } from './faults.ts'

/**
 * Stands in for the staff planner in demo, tests and proofs. What it knows can be changed while it runs; how it fails is
 * set on the object, or by the address: `/fault/<name>/` in front of a path.
 */
export type Simulator = {
  url: string
  token: string
  users: PlannedUser[]
  fault: Fault | undefined
  stop(): Promise<void>
}

export async function startSimulator({
  users = [],
  port = 0,
}: {
  users?: PlannedUser[]
  port?: number
} = {}): Promise<Simulator> {
  const token = 'simulator'
  const simulator: Simulator = { url: '', token, users, fault: undefined, stop: async () => {} }
  const server = createServer((request, response) => void answer(simulator, request, response))
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', listening)
  })
  simulator.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  simulator.stop = () =>
    new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return simulator
}

async function answer(simulator: Simulator, request: IncomingMessage, response: ServerResponse) {
  response.on('error', () => {})
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const [, name, path] = /^(?:\/fault\/(\w+))?(\/.*)$/.exec(pathname) ?? []
  if (request.headers.authorization !== `Bearer ${simulator.token}`) return response.writeHead(401).end()
  if (path !== '/users') return response.writeHead(404).end()
  const odd = name !== undefined && Object.hasOwn(oddities, name) ? oddities[name] : undefined
  const text = JSON.stringify({ users: odd ?? simulator.users })
  const fault = (name === undefined ? undefined : faults[name]) ?? simulator.fault
  if (fault && !odd) return fault(response, text, 'users')
  return response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}

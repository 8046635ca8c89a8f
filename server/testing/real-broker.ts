// The NATS of this machine, where there is one: Debian's, or the one that NATS_SERVER names.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const PLACES = [process.env['NATS_SERVER'], '/usr/sbin/nats-server', '/usr/bin/nats-server']
export const natsServer = PLACES.find((place) => place && existsSync(place))
const [user, password] = ['kontor', 'geheim']

/** `prefix` stands before the program, as `taskset` does. */
export async function startNats(program: string, prefix: readonly string[] = []) {
  const port = await freePort()
  let child = await run()

  async function run() {
    const [first, ...rest] = prefix
    const [command, before] = first === undefined ? [program, []] : [first, [...rest, program]]
    const args = [...before, '-a', '127.0.0.1', '-p', String(port), '--user', user, '--pass', password]
    const started = spawn(command, args, { stdio: 'ignore' })
    process.once('exit', () => started.kill('SIGKILL'))
    while (!(await answers(port))) {
      if (started.exitCode !== null) throw new Error(`${program} ended with ${started.exitCode}`)
      await sleep(10)
    }
    return started
  }

  return {
    url: `nats://${user}:${password}@127.0.0.1:${port}`,
    pid: () => child.pid as number,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async start() {
      child = await run()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })

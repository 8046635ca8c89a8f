// Starts an XMPP server in a folder of its own, on the measured core, on the loopback interface and without TLS.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { measuredCore } from '#measure/cores.ts'
import { freePort } from '#measure/real-server.ts'

/** Rooms are on its subdomain `rooms.`. */
export const domain = 'localhost'
const START_TIMEOUT_MS = 30_000

type Way = {
  name: string
  /** Name of the settings file; the servers expect a certain extension. */
  file: string
  /** The text of its settings. */
  settings: (port: number, folder: string) => string
  /** Command line for this settings file, and additions to the environment. */
  command: (file: string, folder: string) => { args: string[]; environment?: Record<string, string> }
}

export type XmppServer = Awaited<ReturnType<typeof startXmppServer>>

export async function startXmppServer({ name, file: fileName, settings, command }: Way) {
  const folder = mkdtempSync(join(tmpdir(), `kontor-${name}-`))
  const port = await freePort()
  const file = join(folder, fileName)
  writeFileSync(file, settings(port, folder))
  const { args, environment } = command(file, folder)
  const [program = '', ...rest] = [...measuredCore, ...args]
  const child = spawn(program, rest, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let output = ''
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)))
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await exit
    rmSync(folder, { recursive: true, force: true })
  }
  const begin = performance.now()
  while (!(await listensAt(port))) {
    if (child.exitCode === null && performance.now() - begin < START_TIMEOUT_MS) await sleep(50)
    else {
      await stop()
      throw new Error(`${name} did not start:\n${output}`)
    }
  }
  return { name, port, pid: child.pid as number, stop }
}

function listensAt(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

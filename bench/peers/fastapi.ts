// FastAPI from Debian with its fast parts: uvloop, httptools, asyncpg. One process, like Kontor.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { measuredCore } from '#measure/cores.ts'
import { freePort } from '#measure/real-server.ts'
import { PYTHON } from './debian.ts'

export const fastapiPackages = [
  'python3-fastapi',
  'python3-uvicorn',
  'python3-asyncpg',
  'python3-uvloop',
  'python3-httptools',
]

/** Starts on Kontor's database, with the same rows and indexes. */
export async function startFastapi({ host, port: databasePort, user, database }: pg.Client) {
  const port = await freePort()
  const [command, ...args] = [
    ...measuredCore,
    PYTHON,
    fileURLToPath(new URL('fastapi-list.py', import.meta.url)),
  ]
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: '1',
      PORT: String(port),
      DB_HOST: host,
      DB_PORT: String(databasePort),
      DB_USER: user ?? '',
      DB_NAME: database ?? '',
    },
  })
  const exit = once(child, 'exit')
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('FastAPI ended while it started')
    await sleep(50)
  }
  return {
    pid: child.pid as number,
    port,
    async stop() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

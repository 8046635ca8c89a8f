// The server of `npm run dev`: the browser part comes from its sources, and React mounts everything twice.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { logIn } from './log-in.ts'
import { PATIENCE } from './patience.ts'
import { startBrowser } from './windows.ts'

/** Longer than usual, because Vite compiles everything while other tests run. */
const START_MS = 3 * PATIENCE

const root = join(import.meta.dirname, '..')
const admin = { username: 'admin', password: 'nur-für-diese-geschichte' }

const folder = mkdtempSync(join(tmpdir(), 'kontor-dev-'))
const database = await createMigratedDatabase()
const server = spawn(process.execPath, ['server/main.ts', '--dev'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DATABASE_URL: database.connection.connectionString,
    DATA_DIR: folder,
    PORT: '0',
    ADMIN_PASSWORD: admin.password,
  },
})
// Also if the server never prints its address, and so no test starts.
process.once('exit', () => server.kill())
const { openWindow } = await startBrowser()
after(async () => {
  server.kill()
  if (server.exitCode === null) await once(server, 'exit')
  await database.drop()
  rmSync(folder, { recursive: true })
})
const baseURL = await addressOf(server)

test('whoever works on Kontor finds the login, and signed in the list', async () => {
  const page = await openWindow({ baseURL })
  await page.goto('/ui/docs')
  await page.getByLabel('Benutzername').waitFor()
  await logIn(page.request, admin)
  await page.goto('/ui/docs')
  await page.getByRole('heading', { name: 'Prozesse', level: 1 }).waitFor()
})

/** Reads the address from the server's output. Goes on reading, because a full pipe would stop the server. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    setTimeout(() => reject(new Error(`the dev server has not said its address: ${said}`)), START_MS).unref()
    stdout?.on('data', (text) => {
      said += String(text)
      const address = / läuft: (\S+)/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
}

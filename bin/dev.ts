// `npm run dev`: the server with its sources served by Vite, started anew whenever a file of the server changes.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { onParentGone, PARENT_PIPE } from '../server/parent-watch.ts'

const root = join(import.meta.dirname, '..')
const WATCHED = ['contract', 'server', 'demo', 'planner-simulator']
/** Editors write a file in several strokes; they count as one change within this time, in ms. */
const STROKES = 100

let server: ChildProcess | undefined
let ending = false
let restarting = false
let pause: NodeJS.Timeout | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
onParentGone(end)
for (const folder of WATCHED.map((name) => join(root, name)).filter((folder) => existsSync(folder))) {
  watch(folder, { recursive: true }, (_, file) => {
    if (!file || !/\.(ts|sql|json)$/.test(file) || file.endsWith('.test.ts')) return
    clearTimeout(pause)
    pause = setTimeout(restart, STROKES)
  })
}
start()

function start() {
  const child = spawn(process.execPath, [join(root, 'server/main.ts'), '--dev', ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [PARENT_PIPE]: '3' },
    detached: process.platform !== 'win32', // Ctrl-C reaches it through us
  })
  child.stdio[3]?.on('error', () => {}) // it went first
  child.once('exit', (code) => {
    server = undefined
    if (ending) process.exit(code ?? 1)
    if (!restarting) console.log('The server has ended. It starts again after the next change.')
    else start()
    restarting = false
  })
  server = child
}

function restart() {
  if (ending) return
  if (!server) return start()
  restarting = true
  server.kill('SIGTERM')
}

function end() {
  if (ending) return
  ending = true
  if (!server) process.exit(0)
  server.kill('SIGTERM')
}

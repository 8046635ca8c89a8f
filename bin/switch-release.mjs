// Lets another release take over: the choice is written, the server ends and is started anew, and is looked at.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { home, say } from './console.mjs'
import { findUsers, identityOf } from './processes.mjs'
import { folderOf, versionIn, writeChoice } from './releases.mjs'

/**
 * In ms: until a server has ended (without the time for balancers), until a service has started it anew, and until the
 * new one answers.
 */
const END = 40_000
const RESTART = 20_000
const PATIENCE = 120_000
/** So often in a row it has to be well, so many ms apart. */
const TIMES = 8
const APART = 250
/** A service that has started it so often starts it in vain. */
const STARTS = 4

/** `previous` is what it goes back to. Settles with the exit code. */
export async function switchTo(current, previous, patience = PATIENCE) {
  const [name, before] = [versionIn(folderOf(current)), versionIn(folderOf(previous))]
  const hadServer = serversOf(current, previous).length > 0
  writeChoice({ current, previous, trial: true })
  const trial = await restart(current, previous, hadServer)
  const isGood = await isWell(current, trial, patience)
  writeChoice(
    isGood ? { current, previous, trial: false } : { current: previous, previous: current, trial: false },
  )
  if (isGood) {
    await end(trial)
    say(`Die Fassung ${name} ist da.${sayStart(trial)}`)
    return 0
  }
  const again = await restart(previous, current, hadServer && !trial, trial)
  const isBack = await isWell(previous, again, patience)
  await end(again)
  const goesOn = again ? sayStart(again) : ` ${before} läuft wieder.`
  const left = isBack ? goesOn : ` Auch ${before} antwortet nicht: npm run kontor -- doctor`
  say(`Die Fassung ${name} ist nicht gesund geworden; es bleibt bei ${before}.${left}`)
  return 1
}

const sayStart = (trial) =>
  trial
    ? ' Es lief nur zur Probe, denn kein Dienst startet Kontor neu. Bitte starten Sie es jetzt: npm start'
    : ''

/** In ms. A server may answer all the same for as long as a balancer needs to look away. */
export const longestEnd = () => END + (Number(setting('DRAIN_SECONDS')) || 0) * 1_000

/** Answers the process that we had to start ourselves, because no service did. */
async function restart(to, from, byService, trial) {
  const going = serversOf(to, from).map(identity)
  for (const one of going) kill(Number(one.split(' ')[0]))
  await end(trial)
  await until(longestEnd(), () => going.every((one) => identityOf(Number(one.split(' ')[0])) !== one))
  const isAnew = () => serversOf(to, from).some((server) => !going.includes(identity(server)))
  if (byService && (await until(RESTART, isAnew))) return undefined
  say(`Starte ${versionIn(folderOf(to))} zur Probe …`)
  const child = spawn('/bin/sh', [join(home, 'bin/start.sh')], {
    cwd: home,
    detached: true,
    // Killed or not, we leave no server behind that nobody knows of: it ends as the pipe does.
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: { ...process.env, KONTOR_HOME: undefined, npm_lifecycle_event: undefined, KONTOR_PARENT_PIPE: '3' },
  })
  child.on('error', () => {})
  child.stdio[3]?.on('error', () => {}) // it went first
  process.once('exit', () => kill(child.pid))
  return child
}

/** Servers of the two, whoever has started them. */
function serversOf(...versions) {
  return findUsers(
    versions.map((version) => join(folderOf(version), 'server/main.ts')),
    join(home, 'no such folder'),
  )
}
const identity = ({ pid }) => identityOf(pid) ?? `${pid} gone`

async function end(child) {
  if (!child) return
  kill(child.pid)
  await until(longestEnd(), () => child.exitCode !== null || child.signalCode !== null)
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // it has ended meanwhile
  }
}

async function isWell(release, child, patience) {
  const version = versionIn(folderOf(release))
  const starts = new Set()
  let times = 0
  for (const begin = Date.now(); Date.now() - begin < patience; ) {
    if (child && (child.exitCode !== null || child.signalCode !== null)) return false
    times = (await answers(version)) ? times + 1 : 0
    if (times === TIMES) return true
    for (const server of serversOf(release)) starts.add(identity(server))
    if (starts.size >= STARTS) return false
    await sleep(APART)
  }
  return false
}

async function answers(version) {
  try {
    const ask = (path) => fetch(`${address()}${path}`, { signal: AbortSignal.timeout(3_000) })
    const [ready, status] = await Promise.all([ask('/health/ready'), ask('/status/')])
    return ready.status === 200 && (await status.json()).version === version
  } catch {
    return false // not yet
  }
}

/** By the settings that the server has, too: what is empty is not given. */
function address() {
  const host = setting('HOST') || 'localhost'
  const reached = ['0.0.0.0', '::', 'localhost'].includes(host) ? 'localhost' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${setting('PORT') || 8080}`
}

function setting(name) {
  const file = process.env[`${name}_FILE`]
  return process.env[name] || (file && readFileSync(file, 'utf8').trim())
}

async function until(most, isSo) {
  for (let waited = 0; waited < most; waited += 100) {
    if (isSo()) return true
    await sleep(100)
  }
  return isSo()
}

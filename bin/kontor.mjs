#!/usr/bin/env node
// The launcher: installs what package-lock.json says, builds the browser part, and runs a command under the Node that
// comes with the packages. Plain JavaScript, for any Node from 20 on.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { findClosestWord } from '../server/closest.mjs'
import { isHelp, usageOf } from '../server/usage.mjs'
import {
  fail,
  findRuntime,
  prepare,
  requireNode,
  requirePackages,
  root,
  TERMINATION_SIGNALS,
} from './prepare.mjs'

/**
 * `flags`: allowed flags, if the command takes no other arguments. `needs`: what is prepared before the command
 * starts. A command without `needs` may run beside a server, so nothing is installed for it. `named`: the
 * program gets the command's name as its first argument.
 */
const COMMANDS = {
  start: { program: ['server/main.ts'], flags: ['--demo'], needs: ['build'] },
  dev: { program: [...watchFlags(), 'server/main.ts', '--dev'], flags: ['--demo'], needs: ['tools'] },
  test: { program: ['bin/test.ts'], needs: ['tools'], named: true },
  'test:server': { program: ['bin/test.ts'], needs: ['tools'], named: true },
  'test:e2e': { program: ['bin/test.ts'], needs: ['tools'], named: true },
  lint: { program: ['bin/checks.ts'], needs: ['tools'], named: true },
  format: { program: ['bin/checks.ts'], needs: ['tools'], named: true },
  typecheck: { program: ['bin/checks.ts'], needs: ['tools'], named: true },
  proof: { program: ['proof/main.ts'], needs: ['tools', 'build'] },
  bench: { program: ['bench/main.ts'], needs: ['tools', 'build'] },
  build: { flags: [], needs: ['build'] },
  backup: { program: ['server/command.ts'], named: true },
  restore: { program: ['server/command.ts'], named: true },
  'after-restore': { program: ['server/command.ts'], named: true },
  password: { program: ['server/command.ts'], named: true },
  doctor: { program: ['server/command.ts'], named: true },
  'remove-demo': { program: ['server/command.ts'], named: true },
}

/**
 * Commands of release 1.1 that no longer exist, with the replacement. The `update` of 1.1 asks a new release
 * for its `schema`, and changes nothing when that command is refused.
 */
const REMOVED_COMMANDS = {
  base: 'Den Stand einer Sekunde bringt jetzt pgBackRest zurück: docs/betrieb/sichern.md',
  recover: 'Den Stand einer Sekunde bringt jetzt pgBackRest zurück: docs/betrieb/wiederherstellen.md',
  update: 'Eine neue Fassung kommt mit git oder als Abbild: docs/betrieb/aktualisieren.md',
  schema: 'Auf diese Fassung führt nicht „update“, sondern git: docs/betrieb/aktualisieren.md',
  sbom: 'Die Liste aller Teile schreibt npm: npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx',
  licences: 'Die Lizenzen der fremden Teile stehen in der Liste von „npm sbom“, ihre Texte in node_modules',
}

/**
 * One Ctrl-C arrives twice, from npm and from the terminal. Signals within this time (ms) count as one. A
 * later signal comes from a person and ends the child process at once.
 */
const REPEATED_SIGNAL_MS = 1_000

process.exitCode = await main(process.argv.slice(2))

async function main([name = '', ...args]) {
  requireNode()
  if (isHelp(name) || name === 'help') {
    console.log(usageOf())
    return 0
  }
  if (Object.hasOwn(REMOVED_COMMANDS, name))
    fail(`Den Befehl „${name}“ gibt es nicht mehr. ${REMOVED_COMMANDS[name]}`)
  if (!Object.hasOwn(COMMANDS, name))
    fail(`${usageOf()}${name === '' ? '' : `\n\n${unknownCommandSentence(name)}`}`)
  const { program, flags, needs, named } = COMMANDS[name]
  if (args.some(isHelp)) {
    console.log(usageOf(name))
    return 0
  }
  const stranger = flags && args.find((arg) => !flags.includes(arg))
  if (stranger !== undefined) fail(`${usageOf()}\n\nMit „${stranger}“ kann „${name}“ nichts anfangen.`)
  if (needs) await prepare(needs)
  else requirePackages()
  return program ? run([...program, ...(named ? [name] : []), ...args]) : 0
}

/** The usage is printed first, so that the message is the last line before the prompt. */
function unknownCommandSentence(name) {
  const meant = findClosestWord(name, Object.keys(COMMANDS))
  return `Den Befehl „${name}“ gibt es nicht.${meant === undefined ? '' : ` Meinten Sie „${meant}“?`}`
}

/** Node's watch mode: restarts the program when a file in these folders changes. */
function watchFlags() {
  return ['contract', 'server', 'demo', 'planner-simulator'].map((folder) => `--watch-path=${folder}`)
}

/**
 * Runs the program with this terminal, passes signals on, and returns its exit code. The child ends when this
 * process does, even by a kill: it then sees the end of a pipe that nobody writes to.
 */
function run(args) {
  const isWindows = process.platform === 'win32'
  // The third pipe is Node's own, between its watcher and the watched process.
  const isWatched = args.includes('--dev')
  const child = spawn(findRuntime(), args, {
    cwd: root,
    // Detached, it does not receive Ctrl-C from the terminal. This process receives the signal and passes it
    // on once.
    detached: !isWindows,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/kontor/compiled'),
      ...process.env,
      ...(!isWatched && { KONTOR_PARENT_PIPE: '3' }),
    },
  })
  child.stdio[3].on('error', () => {}) // the child may end first
  let passedOn = Number.NEGATIVE_INFINITY
  const pass = (signal) => {
    if (performance.now() - passedOn > REPEATED_SIGNAL_MS) child.kill(signal)
    passedOn = performance.now()
  }
  for (const signal of TERMINATION_SIGNALS) process.on(signal, pass)
  // A killed npm does not end its children. This process gets another parent then, so the parent's id is
  // polled.
  const npm = process.env.npm_lifecycle_event && process.ppid
  if (npm) setInterval(() => process.ppid !== npm && pass('SIGTERM'), 500).unref()
  return new Promise((done) => {
    child.on('error', (error) => fail(`Kontor lässt sich nicht starten: ${error.message}`))
    child.on('exit', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

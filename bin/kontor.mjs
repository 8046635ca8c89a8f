#!/usr/bin/env node
// The launcher: brings a machine with any Node from 20 on to the point where Kontor itself can run.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, isBuilt } from './build-web.mjs'
import { fail, root } from './console.mjs'
import { installPackages, requirePackages } from './install.mjs'
import { run, watchParents } from './run.mjs'
import { findRuntime, requireNode } from './runtime.mjs'

/**
 * `flags`: all that is allowed where nothing else is; `needs`: which packages are installed for it; without it none
 * are, since it may run beside a server; `built`: needs what is built; `named`: takes its own name along.
 */
const COMMANDS = {
  start: { file: 'server/main.ts', flags: ['--demo'], needs: 'start', built: true },
  dev: { file: 'bin/dev.ts', flags: ['--demo'], needs: 'all' },
  test: { file: 'bin/test.ts', needs: 'all' },
  proof: { file: 'proof/main.ts', needs: 'all', built: true },
  bench: { file: 'bench/main.ts', needs: 'all', built: true },
  // counts the house; not for operators
  house: { file: 'bin/house.ts', needs: 'all' },
  // for bin/start.sh: says what the server runs under, and from where
  prepare: { file: 'server/main.ts', flags: ['--demo'], needs: 'start', built: true },
  build: { flags: [], needs: 'start', built: true },
  backup: { file: 'server/command.ts', named: true },
  restore: { file: 'server/command.ts', named: true },
  'after-restore': { file: 'server/command.ts', named: true },
  password: { file: 'server/command.ts', named: true },
  doctor: { file: 'server/command.ts', named: true },
  'remove-demo': { file: 'server/command.ts', named: true },
}

/** Commands of release 1.1. Its `update` asks a new release for its `schema`, and changes nothing when it is refused. */
const GONE = {
  base: 'Den Stand einer Sekunde bringt jetzt pgBackRest zurück: docs/betrieb/sichern.md',
  recover: 'Den Stand einer Sekunde bringt jetzt pgBackRest zurück: docs/betrieb/wiederherstellen.md',
  update: 'Eine neue Fassung kommt mit git oder als Abbild: docs/betrieb/aktualisieren.md',
  schema: 'Auf diese Fassung führt nicht „update“, sondern git: docs/betrieb/aktualisieren.md',
  sbom: 'Die Liste aller Teile schreibt npm: npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx',
  licences: 'Die Lizenzen der fremden Teile stehen in der Liste von „npm sbom“, ihre Texte in node_modules',
}

const isHelp = (word) => ['--help', '-h'].includes(word)
/** Loaded for who asks: all else needs nothing but this folder. */
const usageOf = async (name) => (await import('../server/usage.mjs')).usageOf(name)

async function main([name = '', ...args]) {
  requireNode()
  if (isHelp(name) || name === 'help') {
    console.log(await usageOf())
    return 0
  }
  if (Object.hasOwn(GONE, name)) fail(`Den Befehl „${name}“ gibt es nicht mehr. ${GONE[name]}`)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  // Its output is read by a program.
  const asksHelp = name !== 'prepare' && args.some(isHelp)
  const flags = asksHelp ? undefined : command?.flags
  const unknown = flags && args.find((arg) => !flags.includes(arg))
  if (!command || unknown !== undefined)
    fail(`${await usageOf()}${name === '' ? '' : `\n\n${await sayUnknown(name, unknown)}`}`)
  if (asksHelp) {
    console.log(await usageOf(name))
    return 0
  }
  const builds = Boolean(command.built) && !isBuilt()
  if (command.needs) await installPackages(purposeOf(command, builds), programs())
  else requirePackages()
  const runtime = findRuntime()
  if (builds) await build(runtime)
  if (!command.file) return 0
  if (!existsSync(join(root, command.file)))
    fail(`Den Befehl „${name}“ gibt es in dieser Fassung noch nicht.`)
  if (name === 'prepare') {
    console.log(runtime)
    return 0
  }
  return run(runtime, [join(root, command.file), ...(command.named ? [name] : []), ...args])
}

/** Below the usage, where the eye is. */
async function sayUnknown(name, argument) {
  if (argument !== undefined) return `Mit „${argument}“ kann „${name}“ nichts anfangen.`
  const { closest } = await import('../server/closest.mjs')
  const meant = closest(name, Object.keys(COMMANDS))
  return `Den Befehl „${name}“ gibt es nicht.${meant === undefined ? '' : ` Meinten Sie „${meant}“?`}`
}

/** A start of what is built already needs no packages to build with. */
const purposeOf = ({ needs }, builds) => (needs === 'start' && builds ? 'build' : needs)

const programs = () =>
  [...new Set(Object.values(COMMANDS).flatMap(({ file }) => file ?? []))].map((file) => join(root, file))

const [name] = process.argv.slice(2)
// whoever prepares, or waits for another who does, ends with npm and with bin/start.sh
if (process.env.npm_lifecycle_event || name === 'prepare') watchParents(() => process.exit(1))
process.exitCode = await main(process.argv.slice(2))

#!/usr/bin/env node
// The launcher: brings a machine with any Node from 18 on to the point where Kontor itself can run.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { fail, root } from './console.mjs'
import { installPackages } from './install.mjs'
import { run } from './run.mjs'
import { findRuntime } from './runtime.mjs'

const USAGE = `Aufruf:
  npm start                    startet Kontor auf http://localhost:8080
  npm start -- --demo          startet mit einer erfundenen Firma (nur auf einer leeren Datenbank)
  npm test [-- <Pfad>]         prüft alles oder die Tests, deren Pfad passt
  npm run dev                  startet für die Entwicklung
  npm run proof | bench        lange Nachweise | Messungen (-- <Name>, -- --quick, -- --json)
  npm run kontor -- backup <Datei>              sichert die Daten
  npm run kontor -- restore <Datei> [--verify]  stellt sie wieder her
  npm run kontor -- password <Benutzername>     setzt ein Passwort neu
  npm run kontor -- doctor [--online]           prüft Einstellungen, Datenbank und Umgebung
  npm run kontor -- sbom <Datei>                schreibt die Liste aller Teile (CycloneDX)
  npm run kontor -- licences <Datei>            schreibt die Lizenzen der fremden Teile`

/** `flags`: all that is allowed where nothing else is; `web`: needs the built browser part. */
const COMMANDS = {
  start: { file: 'server/main.ts', flags: ['--demo'], web: true },
  dev: { file: 'bin/dev.ts', flags: ['--demo'] },
  test: { file: 'bin/test.ts' },
  proof: { file: 'proof/main.ts', web: true },
  bench: { file: 'bench/main.ts', web: true },
  build: { flags: [], web: true },
  backup: { file: 'server/command.ts', named: true },
  restore: { file: 'server/command.ts', named: true },
  password: { file: 'server/command.ts', named: true },
  doctor: { file: 'server/command.ts', named: true },
  sbom: { file: 'server/command.ts', named: true },
  licences: { file: 'server/command.ts', named: true },
}

async function main([name = '', ...args]) {
  if (name === '--help' || name === 'help') {
    console.log(USAGE)
    return 0
  }
  const command = Object.keys(COMMANDS).includes(name) ? COMMANDS[name] : undefined
  if (!command || (command.flags && args.some((arg) => !command.flags.includes(arg)))) fail(USAGE)
  await installPackages()
  const runtime = findRuntime()
  if (command.web) await buildWeb(runtime)
  if (!command.file) return 0
  if (!existsSync(join(root, command.file)))
    fail(`Den Befehl „${name}“ gibt es in dieser Fassung noch nicht.`)
  return run(runtime, [join(root, command.file), ...(command.named ? [name] : []), ...args])
}

process.exitCode = await main(process.argv.slice(2))

import { closest } from './closest.mjs'
import { afterRestore } from './operation/after-restore.ts'
import { backup } from './operation/backup.ts'
import { doctor } from './operation/doctor.ts'
import { removeDemo } from './operation/remove-demo.ts'
import { resetPassword } from './operation/reset-password.ts'
import { restore } from './operation/restore.ts'
import { StartError } from './start-error.ts'
import { isHelp, usageOf } from './usage.mjs'

/** `npm run kontor -- <command>`: what whoever runs the server does on the machine itself. */
const commands: Record<string, (args: string[]) => Promise<void>> = {
  backup,
  restore,
  'after-restore': afterRestore,
  password: resetPassword,
  doctor,
  'remove-demo': removeDemo,
}

const [name = '', ...args] = process.argv.slice(2)

function sayUnknown(misspelt: string): string {
  const names = Object.keys(commands)
  const meant = closest(misspelt, names)
  const says = misspelt === '' ? 'Bitte nennen Sie einen Befehl.' : `Den Befehl „${misspelt}“ gibt es nicht.`
  return meant === undefined
    ? `${says} Möglich sind: ${names.join(', ')}.`
    : `${says} Meinten Sie „${meant}“?`
}

// An end by a signal is one as well: what is half done goes.
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => {
    console.error(`Der Befehl „${name}“ wurde abgebrochen; Halbfertiges ist verworfen.`)
    process.exit(code)
  })

const command = Object.hasOwn(commands, name) ? commands[name] : undefined

try {
  if (isHelp(name)) console.log(usageOf())
  else if (!command) throw new StartError(sayUnknown(name))
  else if (args.some(isHelp)) console.log(usageOf(name))
  else await command(args)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

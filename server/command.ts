// `npm run kontor -- <command>`: administration on the machine itself. Each command is imported on demand.
import { findClosestWord } from './closest.mjs'
import { StartError } from './start-error.ts'
import { isHelp, usageOf } from './usage.mjs'

type Command = (args: string[]) => Promise<void>
const commands: Record<string, () => Promise<Command>> = {
  backup: async () => (await import('./operation/backup.ts')).backup,
  restore: async () => (await import('./operation/restore.ts')).restore,
  'after-restore': async () => (await import('./operation/after-restore.ts')).cleanUpAfterRestore,
  password: async () => (await import('./operation/reset-password.ts')).resetPassword,
  doctor: async () => (await import('./operation/doctor.ts')).doctor,
  'remove-demo': async () => (await import('./operation/remove-demo.ts')).removeDemo,
}

const [name = '', ...args] = process.argv.slice(2)

function unknownCommandSentence(misspelt: string): string {
  const names = Object.keys(commands)
  const meant = findClosestWord(misspelt, names)
  const says = misspelt === '' ? 'Bitte nennen Sie einen Befehl.' : `Den Befehl „${misspelt}“ gibt es nicht.`
  return meant === undefined
    ? `${says} Möglich sind: ${names.join(', ')}.`
    : `${says} Meinten Sie „${meant}“?`
}

// Without these handlers a signal would end the process before its `exit` handlers, which remove unfinished files.
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
  else if (!command) throw new StartError(unknownCommandSentence(name))
  else if (args.some(isHelp)) console.log(usageOf(name))
  else await (await command())(args)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

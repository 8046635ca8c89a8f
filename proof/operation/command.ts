// `kontor <command>` as whoever runs the server types it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, delimiter, join } from 'node:path'

const program = join(import.meta.dirname, '../../server/command.ts')

async function runCommand(environment: Record<string, string>, ...args: string[]) {
  const begin = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, ms: performance.now() - begin }
}

/**
 * As in a shell of one's own: without what `npm run` gives along, such as somebody else's folder for packages, or our
 * own Node before the machine's, under which npm does not find the machine's settings.
 */
export const likeShell = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PATH: process.env['PATH']
    ?.split(delimiter)
    .filter((folder) => basename(folder) !== '.bin')
    .join(delimiter),
})

/** One that has to succeed. */
export async function runWell(environment: Record<string, string>, ...args: string[]) {
  const ran = await runCommand(environment, ...args)
  if (ran.code !== 0) throw new Error(`kontor ${args.join(' ')} ended with ${ran.code}:\n${ran.output}`)
  return ran
}

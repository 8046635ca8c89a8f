// Runs `kontor <command>` like an operator.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../../server/command.ts')

/** Runs a command, which must succeed. Returns its output and duration. */
export async function runWell(environment: Record<string, string>, ...args: string[]) {
  const begin = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`kontor ${args.join(' ')} ended with ${code}:\n${output}`)
  return { output, ms: performance.now() - begin }
}

// Format, lint and types. `npm run lint -- web/chat` and `npm run format -- web/chat` check this path alone,
// as far as the tool can.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export type Check = { title: string; args: string[] }

const packageCommand = (path: string, ...args: string[]) => [join('node_modules', path), ...args]
// Several checkers would each compute the types that they share; one costs half the processor time.
const typecheckArgs = (project: string) =>
  packageCommand('typescript/bin/tsc', '--checkers', '1', '-p', project)

/**
 * Folders whose imports dependency-cruiser checks, since each may import only some of the others. Other
 * folders may import anything, and nothing imports them.
 */
const LAYERED_FOLDERS = ['contract', 'server', 'web', 'demo', 'planner-simulator']

export const checks = {
  format: [
    {
      title: 'Format',
      args: packageCommand('@biomejs/biome/bin/biome', 'check', '--diagnostic-level=error'),
    },
  ],
  lint: [
    { title: 'Lint', args: packageCommand('oxlint/bin/oxlint', '--type-aware') },
    {
      title: 'Imports',
      args: packageCommand('dependency-cruiser/bin/dependency-cruiser.mjs', ...LAYERED_FOLDERS),
    },
    { title: 'Unused code', args: packageCommand('knip/bin/knip.js', '--no-config-hints') },
  ],
  typecheck: [
    { title: 'Types of the server', args: typecheckArgs('tsconfig.json') },
    { title: 'Types of the browser part', args: typecheckArgs('web/tsconfig.json') },
    { title: 'Types of the stories', args: typecheckArgs('e2e/tsconfig.json') },
  ],
} satisfies Record<string, Check[]>

/** Runs one check and reports the result; its output is printed only when it fails. */
export async function runCheck({ title, args }: Check): Promise<boolean> {
  const begin = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [code, ...output] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✔' : '✘'} ${title} (${seconds} s)`)
  if (code !== 0) console.log(output.join(''))
  return code === 0
}

/**
 * Format and lint take the paths in `filters`. Imports and unused code concern the whole tree, so they are checked
 * only without paths. For types a filter selects projects by the name of their folder.
 */
function selectChecks(name: keyof typeof checks, filters: string[]): Check[] {
  const [first, ...others] = checks[name] as [Check, ...Check[]]
  if (name === 'typecheck')
    return checks.typecheck.filter(
      ({ args }) => filters.length === 0 || filters.some((part) => args.at(-1)?.includes(part)),
    )
  const more = name === 'format' ? ['--write', ...filters] : filters
  return [{ ...first, args: [...first.args, ...more] }, ...(filters.length === 0 ? others : [])]
}

if (import.meta.main) {
  const [name, ...filters] = process.argv.slice(2)
  const results = await Promise.all(selectChecks(name as keyof typeof checks, filters).map(runCheck))
  if (results.includes(false)) process.exitCode = 1
}

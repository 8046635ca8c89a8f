// `npm test`: everything that CI runs; each step and each test counts. `npm test -- <path>`: only files that match.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { onParentGone } from '../server/parent-watch.ts'
import { CLUSTER, startCluster, type TestCluster } from '../server/testing/cluster.ts'
import { runTestFile } from './test-file.ts'
import { killAll, runToEnd } from './test-process.ts'

const root = join(import.meta.dirname, '..')
const STEP_MS = 300_000
// Each waits for its database or its browser more than it computes.
const FILES_AT_ONCE = Number(process.env['TEST_FILES_AT_ONCE'] ?? 4)
const AREAS = ['{bin,contract,server,demo,planner-simulator,measure,proof,bench,web}/**/*.test.ts']
const BROWSER = 'e2e/**/*.test.ts'

const packaged = (path: string) => join('node_modules', path)
const CHECKS: [title: string, ...args: string[]][] = [
  ['Format', packaged('@biomejs/biome/bin/biome'), 'check', '--diagnostic-level=error'],
  ['Lint', packaged('oxlint/bin/oxlint'), '--type-aware'],
  ['Types of the server', packaged('typescript/bin/tsc'), '-p', 'tsconfig.json'],
  ['Types of the browser part', packaged('typescript/bin/tsc'), '-p', 'web/tsconfig.json'],
  ['Types of the stories', packaged('typescript/bin/tsc'), '-p', 'e2e/tsconfig.json'],
]
const BUILD: (typeof CHECKS)[number] = ['Browser part', 'bin/kontor.mjs', 'build']
/** The page of all components, which its stories find built. */
const KIT: (typeof CHECKS)[number] = ['Kit', 'bin/build.ts', '--kit']

const count = { passed: 0, failed: 0, skipped: 0 }
/** Said once more at the end: whoever has only the last lines of a long log finds what to mend. */
const failures: string[] = []
let cluster: TestCluster | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void breakOff())
onParentGone(() => void breakOff())

const filters = process.argv.slice(2)
const files = find(AREAS)
const stories = find(BROWSER)
if (filters.length === 0 || stories.length > 0) await step(BUILD)
if (stories.some((file) => file.startsWith('e2e/kit/'))) await step(KIT)
if (files.length + stories.length > 0) {
  cluster = await startCluster()
  process.env[CLUSTER] = cluster.url
  // The long ones first. They wait so much that format, lint and types are done beside them.
  await Promise.all([runFiles([...stories, ...files]), filters.length === 0 && runChecks()])
  await cluster.stop()
} else if (filters.length > 0) {
  console.log(`No test file matches “${filters.join(' ')}”.`)
  count.failed++
}
process.exitCode = count.failed > 0 ? 1 : 0
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
if (count.skipped > 0) console.log(`\n${count.skipped} skipped, for the reasons above.`)
console.log(`\n${count.passed} passed, ${count.failed} failed`)

function find(pattern: string | string[]): string[] {
  return globSync(pattern, { cwd: root })
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort()
}

async function step([title, ...args]: (typeof CHECKS)[number]) {
  const { code, output, seconds } = await runToEnd(args, root, STEP_MS)
  tell(code === 0, `${title} (${timeOf(seconds)})`)
  if (code === 0) count.passed++
  else {
    count.failed++
    failures.push(`✘ ${title}`)
    console.log(output)
    if (code === 'late') console.log(`Not done after ${STEP_MS / 1000} seconds.`)
  }
}

async function runChecks() {
  for (const check of CHECKS) await step(check)
}

async function runFiles(all: string[]) {
  const waiting = all.values()
  const work = async () => {
    for (const file of waiting) await runFile(file)
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work))
}

async function runFile(file: string) {
  const { outcomes, output, seconds } = await runTestFile(file, root)
  for (const { result, name, reason } of outcomes) {
    count[result]++
    if (result === 'skipped') console.log(`– skipped: ${name}${reason === undefined ? '' : ` (${reason})`}`)
  }
  const failed = outcomes.filter(({ result }) => result === 'failed')
  tell(failed.length === 0, `${file} (${outcomes.length}, ${timeOf(seconds)})`)
  for (const { name, at, error } of failed) {
    failures.push(`✘ ${file}: ${name}\n    ${error?.split('\n', 1)[0] ?? ''}`)
    if (error)
      console.log(`\n  ✘ ${name}\n    ${at.replace(`${root}/`, '')}\n${error.replace(/^/gm, '    ')}\n`)
  }
  if (failed.length > 0 && output.trim())
    console.log(`  Output of ${file}:\n${output.trim().replace(/^/gm, '    ')}\n`)
}

function tell(good: boolean, line: string) {
  console.log(`${good ? '✔' : '✘'} ${line}`)
}

function timeOf(seconds: number): string {
  return `${seconds.toFixed(1)} s`
}

async function breakOff() {
  killAll()
  await cluster?.stop()
  process.exit(130)
}

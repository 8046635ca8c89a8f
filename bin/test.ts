// `npm test`: format, lint, types and every test. `npm test -- <part of a path> …`: only the tests whose path
// contains it. `test:server` and `test:e2e` are its halves, without and with a browser.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { BROWSER, startSharedBrowser } from '../e2e/browser.ts'
import { onParentGone } from '../server/parent-watch.ts'
import { CLUSTER_URL_VARIABLE, startCluster } from '../server/testing/cluster.ts'
import { type Check, checks, runCheck } from './checks.ts'

const root = join(import.meta.dirname, '..')
const UNIT_TEST_GLOB = '{bin,contract,server,demo,planner-simulator,measure,proof,bench,web}/**/*.test.ts'
const E2E_TEST_GLOB = 'e2e/**/*.test.ts'
/** The longest that one test may take, in ms. */
const TEST_TIMEOUT_MS = 120_000
// A test file waits for its database or browser about half of the time, so several files run at once.
const FILES_AT_ONCE = Number(process.env['TEST_FILES_AT_ONCE'] ?? 4)

const BUILD_CHECK: Check = { title: 'Browser part', args: ['bin/kontor.mjs', 'build'] }
/** The tests in e2e/kit need the page of all components. */
const KIT_CHECK: Check = { title: 'Kit', args: ['bin/build.ts', '--kit'] }

const [command, ...filters] = process.argv.slice(2)
const isFullRun = command === 'test' && filters.length === 0
// The e2e tests come first, since they are the slowest.
const patterns = [
  command !== 'test:server' && E2E_TEST_GLOB,
  command !== 'test:e2e' && UNIT_TEST_GLOB,
].filter((one) => one !== false)
const files = patterns.flatMap((pattern) =>
  globSync(pattern, { cwd: root })
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort(),
)
if (files.length === 0) {
  console.log(`No test file matches “${filters.join(' ')}”.`)
  process.exit(1)
}

const abortController = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => abortController.abort())
onParentGone(() => abortController.abort())

const resultCounts = { passed: 0, failed: 0 }
const failedChecks: string[] = []
if (isFullRun || files.some((file) => file.startsWith('e2e/'))) await runAndCountCheck(BUILD_CHECK)
if (files.some((file) => file.startsWith('e2e/kit/'))) await runAndCountCheck(KIT_CHECK)
// The first test files (e2e) mostly wait, so the checks run beside them.
await Promise.all([runTests(), isFullRun && runChecks()])
process.exitCode = resultCounts.failed > 0 || abortController.signal.aborted ? 1 : 0
for (const title of failedChecks) console.log(`✘ ${title}`)
console.log(`\n${resultCounts.passed} passed, ${resultCounts.failed} failed`)

async function runChecks() {
  for (const one of Object.values(checks).flat()) await runAndCountCheck(one)
}

async function runAndCountCheck(one: Check) {
  if (await runCheck(one)) {
    resultCounts.passed++
    return
  }
  resultCounts.failed++
  failedChecks.push(one.title)
}

/** Each file runs in its own process, all on one database cluster and with one browser. */
async function runTests() {
  const cluster = await startCluster()
  process.env[CLUSTER_URL_VARIABLE] = cluster.url
  const browser = files.some((file) => file.startsWith('e2e/')) ? await startSharedBrowser() : undefined
  if (browser) process.env[BROWSER] = browser.wsEndpoint()
  const tested = new Set<string>()
  const empty: string[] = []
  const events = run({
    files: files.map((file) => join(root, file)),
    cwd: root,
    concurrency: FILES_AT_ONCE,
    timeout: TEST_TIMEOUT_MS,
    execArgv: ['--import', join(import.meta.dirname, 'test-deadline.ts')],
    signal: abortController.signal,
  })
  events.on('test:complete', ({ file = '', name, details }) => {
    if (name !== file) tested.add(file)
    else if (details.passed && !tested.has(file)) empty.push(file)
  })
  events.on('test:summary', ({ file, counts }) => {
    if (file !== undefined) return
    const { tests, passed, skipped, todo } = counts
    resultCounts.passed += passed - empty.length
    resultCounts.failed += tests - passed - skipped - todo + empty.length
  })
  const report = events.compose(spec)
  report.pipe(process.stdout)
  await new Promise((done) => report.once('end', done))
  await browser?.close()
  await cluster.stop()
  for (const file of empty) console.log(`✘ ${file} holds no test.`)
}

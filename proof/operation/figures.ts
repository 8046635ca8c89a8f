// `/metrics` as Prometheus' own tool reads it, and the alerts that rest on it. Without `promtool` (named by PROMTOOL,
// installed, or Debian's) our own strict reader stands in for the formats, and the rules' tests are left out.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { cast } from '#demo/cast.ts'
import { type Figure, leftOut } from '#measure/figures.ts'
import { testApp } from '#server/testing/app.ts'
import { readMetrics } from '#server/testing/metrics.ts'
import { debianPrograms } from './debian.ts'

const rules = join(import.meta.dirname, '../../docs/betrieb/prometheus')
const LOOKS = 400
const goals = { lines: 2_500, lookMs: 2 }

export async function proveFigures(): Promise<Figure[]> {
  await using world = await testApp()
  const clara = await world.as(cast.clara)
  // Every route that can be asked without doing anything, so that each has its lines.
  const calls = Object.values(api).flatMap((domain) => Object.values(domain as Record<string, Endpoint>))
  for (const { method, path } of calls) if (method === 'GET') await clara.get(path.replace(/\{\w+\}/g, '1'))
  const look = (accept: string) => world.client().get('/metrics', { headers: { accept } })
  const text = (await look('text/plain')).text
  const open = (await look('application/openmetrics-text')).text
  const { samples } = readMetrics(text, 'text')
  readMetrics(open, 'openMetrics')

  const programs = await debianPrograms()
  const promtool = process.env['PROMTOOL'] ?? programs.find('promtool')
  if (promtool !== undefined) await readWithTool(promtool, text, open)
  await programs.remove()

  // CPU of this process beyond the cheapest request: neither the test's own way of asking nor other programs count.
  const spent = async (ask: () => Promise<unknown>) => {
    const before = process.cpuUsage()
    for (let at = 0; at < LOOKS; at++) await ask()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / LOOKS
  }
  const looking = () => look('text/plain')
  await spent(looking)
  const cheapest = await spent(() => world.client().get('/health/live'))
  const ms = (await spent(looking)) - cheapest
  return [
    {
      figure: 'lines of /metrics, each route asked',
      value: samples.length,
      unit: 'lines',
      n: calls.length,
      goal: goals.lines,
    },
    {
      figure: 'processor time of a look',
      value: ms,
      unit: 'ms',
      n: LOOKS,
      goal: goals.lookMs,
    },
    promtool === undefined
      ? leftOut('promtool: the formats are read by our own reader alone, the rules are not tried')
      : { figure: 'read by promtool, rules and their tests too', value: 1, unit: 'times', n: 1 },
  ]
}

async function readWithTool(promtool: string, text: string, open: string) {
  const run = (args: string[], input = '') => runTool(promtool, args, input)
  run(['check', 'metrics'], text)
  run(['check', 'rules', join(rules, 'kontor.rules.yml')])
  run(['test', 'rules', join(rules, 'kontor.rules.test.yml')])
  // It reads OpenMetrics only to store it, and for that each line needs a time.
  const folder = await mkdtemp(join(tmpdir(), 'kontor-proof-'))
  try {
    const stamped = open
      .split('\n')
      .map((line) =>
        line === '' || line.startsWith('#') ? line : `${line} ${Math.floor(Date.now() / 1_000)}`,
      )
      .join('\n')
    await writeFile(join(folder, 'figures.txt'), stamped)
    run(['tsdb', 'create-blocks-from', 'openmetrics', join(folder, 'figures.txt'), join(folder, 'blocks')])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function runTool(promtool: string, args: string[], input: string) {
  const { status, stdout, stderr } = spawnSync(promtool, args, { input, encoding: 'utf8' })
  // Its advice about names comes with status 3, and is to be followed too.
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`)
}

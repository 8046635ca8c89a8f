// `/metrics` as Prometheus' own tool reads it, and the alerts that rest on it. Without `promtool` (named by PROMTOOL,
// installed, or Debian's) our own strict reader stands in for the format, and the rules' tests are left out.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { cast } from '#demo/cast.ts'
import { type Figure, leftOut } from '#measure/figures.ts'
import { testApp } from '#server/testing/app.ts'
import { readMetrics } from '#server/testing/metrics.ts'
import { debianPrograms } from './debian.ts'

const rules = join(import.meta.dirname, '../../docs/betrieb/prometheus')
const MOST_LINES = 2_500

export async function proveFigures(): Promise<Figure[]> {
  await using world = await testApp()
  const clara = await world.as(cast.clara)
  // Every route that can be asked without doing anything, so that each has its lines.
  const calls = Object.values(api).flatMap((domain) => Object.values(domain as Record<string, Endpoint>))
  for (const { method, path } of calls) if (method === 'GET') await clara.get(path.replace(/\{\w+\}/g, '1'))
  const { text } = await world.client().get('/metrics')
  const { samples } = readMetrics(text)

  const programs = await debianPrograms()
  const promtool = process.env['PROMTOOL'] ?? programs.find('promtool')
  if (promtool !== undefined) {
    runTool(promtool, ['check', 'metrics'], text)
    runTool(promtool, ['check', 'rules', join(rules, 'kontor.rules.yml')])
    runTool(promtool, ['test', 'rules', join(rules, 'kontor.rules.test.yml')])
  }
  await programs.remove()
  return [
    {
      figure: 'lines of /metrics, each route asked',
      value: samples.length,
      unit: 'lines',
      n: calls.length,
      goal: MOST_LINES,
    },
    promtool === undefined
      ? leftOut('promtool: the format is read by our own reader alone, the rules are not tried')
      : { figure: 'read by promtool, rules and their tests too', value: 1, unit: 'times', n: 1 },
  ]
}

function runTool(promtool: string, args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(promtool, args, { input, encoding: 'utf8' })
  // Its advice about names comes with status 3, and is to be followed too.
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`)
}

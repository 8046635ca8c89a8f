// Checks that alert rules and dashboard only use metrics and labels that the server has.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { insertLoss } from '#server/jobs/losses-store.ts'
import { testApp } from '#server/testing/app.ts'
import { readMetrics } from '#server/testing/metrics.ts'

const kontor = await testApp({ DATA_DIR: import.meta.dirname, BACKUP_DIR: import.meta.dirname })
after(() => kontor[Symbol.asyncDispose]())
const folder = join(import.meta.dirname, '../../docs/betrieb')
const text = (path: string) => readFileSync(join(folder, path), 'utf8')

/** Creates data for every metric, and returns the metrics. */
async function liveliest() {
  const { db, pushOutcomes } = kontor.kontor
  await insertLoss(db, 'push.send', 'failed')
  pushOutcomes.count('fcm.googleapis.com', 'silent')
  await db
    .insertInto('background_results')
    .values({ id: 'x'.repeat(22), kind: 'users.sync', result: 'Fertig.', finished_at: new Date() })
    .execute()
  await db
    .insertInto('backups')
    .values({ kind: 'daily', node: 'n', file: 'a.kontor', verified_at: new Date() })
    .execute()
  await (await kontor.as(cast.anna)).get('/users/')
  return readMetrics((await kontor.client().get('/metrics')).text)
}
const metrics = await liveliest()

/** Names of metrics in an expression, with the labels by which it selects. */
function asked(expression: string) {
  return [...expression.matchAll(/\b((?:kontor|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)\s*[=!]~?/g)].map(([, label = '']) => label),
    }),
  )
}
/** Labels that Prometheus adds itself. */
const itsOwn = ['job', 'instance']

function missing(expressions: readonly string[]) {
  return expressions.flatMap(asked).filter(({ name, labels }) => {
    const known = metrics.samples.filter((sample) => sample.name === name)
    return (
      known.length === 0 ||
      !labels.every((label) => itsOwn.includes(label) || label in (known[0]?.labels ?? {}))
    )
  })
}

test('each metric of the alert rules is one that the server gives, with these labels', () => {
  const rules = text('prometheus/kontor.rules.yml')
  const expressions = rules.match(/expr: (\|\n(?: {10,}.*\n)+|.*)/g) ?? []
  assert.ok(expressions.length > 0)
  assert.deepEqual(missing(expressions), [])
})

test('each alert has a unit test, once when all is well', () => {
  const names = [...text('prometheus/kontor.rules.yml').matchAll(/- alert: (\w+)/g)].map(
    ([, name = '']) => name,
  )
  const tests = text('prometheus/kontor.rules.test.yml')
  for (const name of names) assert.ok(tests.includes(`{ alertname: ${name}, eval_time: 30m }`), name)
  assert.ok(tests.includes(`exp_samples: [{ value: ${names.length} }]`))
})

type Panel = { title: string; targets: { expr: string }[]; gridPos: Record<'x' | 'y' | 'w' | 'h', number> }

test('each metric of the dashboard is one that the server gives, and no panel lies upon another', () => {
  const { panels, annotations } = JSON.parse(text('grafana/kontor.json')) as {
    panels: Panel[]
    annotations: { list: { expr: string }[] }
  }
  assert.deepEqual(
    missing([...panels.flatMap(({ targets }) => targets), ...annotations.list].map(({ expr }) => expr)),
    [],
  )
  const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  )
  assert.equal(new Set(places).size, places.length)
  assert.ok(panels.every(({ gridPos: { x, w } }) => x + w <= 24))
})

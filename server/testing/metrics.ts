// Parses `/metrics` strictly: any deviation from the format is an error.
import assert from 'node:assert/strict'

type Sample = { name: string; labels: Record<string, string>; value: number }
type ReadMetrics = {
  names: Set<string>
  samples: Sample[]
  /** Value of the first line of this metric that has at least these labels. */
  value(name: string, labels?: Record<string, string>): number | undefined
}

const line =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"(?:,[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*")*)\})? ([+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|Inf)|NaN)$/
const suffixes: Record<string, string[]> = {
  gauge: [''],
  counter: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

export function readMetrics(text: string): ReadMetrics {
  assert.ok(text.endsWith('\n'), 'the last line ends')
  const lines = text.split('\n').filter((one) => one !== '')
  const samples: Sample[] = []
  const seen = new Set<string>()
  const families = new Set<string>()
  let family = { name: '', type: '' }
  let help: string | undefined
  for (const one of lines) {
    const explained = /^# (HELP|TYPE) (\S+) (.+)$/.exec(one)
    if (explained) {
      const [, what, name = '', rest = ''] = explained
      if (what === 'HELP') {
        assert.ok(!families.has(name), `${name} is explained once`)
        families.add(name)
        help = name
        continue
      }
      assert.equal(help, name, `${name} has its HELP before its TYPE`)
      assert.ok(rest in suffixes, `${rest} is a type`)
      if (rest === 'counter') assert.match(name, /_total$/)
      family = { name, type: rest }
      continue
    }
    const [, name = '', said = '', value = ''] = line.exec(one) ?? []
    assert.ok(name, `a line that cannot be read: ${one}`)
    const allowed = suffixes[family.type]?.map((suffix) => family.name + suffix)
    assert.ok(allowed?.includes(name), `${name} stands below ${family.name} (${family.type})`)
    assert.ok(!seen.has(`${name}{${said}}`), `${one} is there twice`)
    seen.add(`${name}{${said}}`)
    samples.push({ name, labels: labelsOf(said), value: Number(value.replace('Inf', 'Infinity')) })
  }
  checkHistograms(samples)
  return {
    names: new Set(samples.map(({ name }) => name)),
    samples,
    value: (name, labels = {}) =>
      samples.find(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )?.value,
  }
}

const labelsOf = (said: string) =>
  Object.fromEntries(
    [...said.matchAll(/(\w{1,60})="((?:[^"\\]|\\.)*)"/g)].map(([, name, value = '']) => [
      name as string,
      value.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)),
    ]),
  )

/** Histogram buckets are cumulative: counts never fall, and the `+Inf` bucket equals `_count`. */
function checkHistograms(samples: Sample[]) {
  const classes = new Map<string, { le: number; value: number }[]>()
  for (const { name, labels, value } of samples) {
    if (!name.endsWith('_bucket')) continue
    const { le, ...others } = labels
    const key = `${name.slice(0, -'_bucket'.length)} ${JSON.stringify(others)}`
    classes.set(key, [...(classes.get(key) ?? []), { le: Number(le?.replace('Inf', 'Infinity')), value }])
  }
  for (const [key, buckets] of classes) {
    for (const [at, { le, value }] of buckets.entries())
      assert.ok(at === 0 || (le > (buckets[at - 1]?.le ?? 0) && value >= (buckets[at - 1]?.value ?? 0)), key)
    assert.equal(buckets.at(-1)?.le, Number.POSITIVE_INFINITY, key)
    const [name = '', labels = ''] = key.split(/ (?=\{)/)
    const count = samples.find(
      (sample) => sample.name === `${name}_count` && JSON.stringify(sample.labels) === labels,
    )
    assert.equal(count?.value, buckets.at(-1)?.value, key)
  }
}

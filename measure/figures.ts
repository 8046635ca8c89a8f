// Result of a measurement or proof, as a line for people or for programs.

/** Reports progress, line by line. */
export type ReportProgress = (line: string) => void

export type Figure = {
  figure: string
  value: number
  unit: string
  /** The value of the simplest possible program that does the same work. */
  baseline?: number
  ratio?: number
  /** Number of single measurements. */
  n: number
  /** 95 % confidence interval of the ratio, or of the value without a baseline. */
  low?: number
  high?: number
  /** Range of at least nine tenths of the single measurements. */
  spread?: [from: number, to: number]
  /** Upper bound of the ratio, or of the value without a baseline. */
  goal?: number
  /** Skipped on this machine: neither passed nor failed. */
  isSkipped?: true
}

/** Stands in for skipped figures, so that a skipped part is not mistaken for a passed one. */
export const skippedFigure = (what: string): Figure => ({
  figure: what,
  value: 0,
  unit: '',
  n: 0,
  isSkipped: true,
})

/** Median and spread of single times. */
export function singleTimes(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const last = sorted.length - 1
  const at = (place: number) => Math.round(sorted[place] ?? Number.NaN)
  const spread: [number, number] = [at(Math.floor(last * 0.05)), at(Math.ceil(last * 0.95))]
  return { value: at(Math.floor(last / 2)), unit: 'ms', n: times.length, spread }
}

export function misses({ value, ratio, goal }: Figure): boolean {
  return goal !== undefined && !((ratio ?? value) <= goal)
}

export function print(figures: readonly Figure[], { json }: { json: boolean }) {
  for (const figure of figures) console.log(json ? JSON.stringify(figure) : readable(figure))
}

function readable(result: Figure): string {
  const { figure, value, unit, baseline, ratio, n, low, high, spread, goal } = result
  if (result.isSkipped) return `LEFT OUT: ${figure}`
  const range = low === undefined || high === undefined ? '' : ` (${short(low)} to ${short(high)})`
  const compared = ratio === undefined ? range : `  ${short(ratio)} x ${short(baseline ?? 0)} ${unit}${range}`
  const verdict = goal === undefined ? '' : `  goal ${short(goal)}: ${misses(result) ? 'MISSED' : 'reached'}`
  const most = spread ? `, nine of ten from ${short(spread[0])} to ${short(spread[1])}` : ''
  return `${figure.padEnd(46)} ${`${short(value)} ${unit}`.padStart(18)}${compared}  n = ${n}${most}${verdict}`
}

const short = (value: number) => String(Number(value.toPrecision(value >= 1_000 ? 6 : 3)))

/** The ones named on the command line, or all. */
export function selectedKeys(wanted: string[], all: object): string[] {
  const names = Object.keys(all)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`There is no “${unknown}”. There are: ${names.join(', ')}.`)
  return wanted.length > 0 ? wanted : names
}

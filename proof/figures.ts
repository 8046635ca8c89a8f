// What a measurement or a proof has shown, as a line for people or for programs.
export type Figure = {
  figure: string
  value: number
  unit: string
  /** The same work done by the simplest program that could do it. */
  baseline?: number
  ratio?: number
  /** How many single measurements stand behind the value. */
  n: number
  /** The interval that holds the ratio, or the value where there is none, with 95 % confidence. */
  low?: number
  high?: number
  /** The most that the ratio may be, or the value where there is none. */
  goal?: number
}

export function misses({ value, ratio, goal }: Figure): boolean {
  return goal !== undefined && !((ratio ?? value) <= goal)
}

export function print(figures: readonly Figure[], { json }: { json: boolean }) {
  for (const figure of figures) console.log(json ? JSON.stringify(figure) : readable(figure))
}

function readable(shown: Figure): string {
  const { figure, value, unit, baseline, ratio, n, low, high, goal } = shown
  const range = low === undefined || high === undefined ? '' : ` (${short(low)} to ${short(high)})`
  const compared = ratio === undefined ? range : `  ${short(ratio)} x ${short(baseline ?? 0)} ${unit}${range}`
  const verdict = goal === undefined ? '' : `  goal ${short(goal)}: ${misses(shown) ? 'MISSED' : 'reached'}`
  return `${figure.padEnd(46)} ${`${short(value)} ${unit}`.padStart(18)}${compared}  n = ${n}${verdict}`
}

const short = (value: number) => String(Number(value.toPrecision(value >= 1_000 ? 6 : 3)))

/** Those that are named on the command line, or all. */
export function chosen(wanted: string[], all: object): string[] {
  const names = Object.keys(all)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`There is no „${unknown}“. There are: ${names.join(', ')}.`)
  return wanted.length > 0 ? wanted : names
}

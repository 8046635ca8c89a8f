import { type Field, fieldLimits, hasOptions } from '#contract/document/fields.ts'
import { chosenOptions, type Option } from '#contract/document/options.ts'
import type { DocCharts } from '#contract/rounds.ts'
import type { Caller } from '#server/caller.ts'
import { readResultsTable } from '#server/docs/results/read-results.ts'
import { isFilled, valuesOf } from '#server/docs/results/round-table.ts'
import { getDocHead } from '#server/docs/store.ts'
import type { Serialisable } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { countRounds } from './store.ts'

/**
 * Statistics of everybody with answers: ticks and numbers, now and in the last rounds, and choices, only now.
 * Fields of other types have none.
 */
export async function readCharts(
  { db }: Kontor,
  by: Caller,
  docId: number,
): Promise<Serialisable<DocCharts>> {
  const doc = await getDocHead(db, by, docId)
  const inRounds = doc.fields.filter(({ type }) => type === 'checkbox' || type === 'text')
  const charted = doc.fields.filter((field) => inRounds.includes(field) || hasOptions(field.type))
  const [{ people }, counted] = await Promise.all([
    readResultsTable(db, doc, ''),
    countRounds(db, docId, inRounds),
  ])
  const filledIn = people.filter(({ data }) => isFilled(valuesOf(doc.fields, data)))
  const rounds = [...Map.groupBy(counted, ({ id }) => id).values()].toReversed()
  const chartOf = (field: Field) => {
    const values = filledIn.flatMap(({ data }) => valuesOf([field], data)).filter((value) => value !== null)
    const numbers = values.filter((value) => typeof value === 'number')
    const sum = numbers.reduce((total, number) => total + number, 0)
    return {
      field: field.name,
      type: field.type,
      count: values.length,
      mean: numbers.length > 0 ? sum / numbers.length : null,
      least: numbers.length > 0 ? numbers.reduce((one, other) => Math.min(one, other)) : null,
      most: numbers.length > 0 ? numbers.reduce((one, other) => Math.max(one, other)) : null,
      spread: histogramOf(numbers),
      ...(field.options && { options: countOptions(field.options, values) }),
      course: rounds.map((round) => round.find(({ name }) => name === field.name)?.value ?? null),
    }
  }
  return {
    people: filledIn.length,
    rounds: rounds.flatMap(([round]) => round ?? []),
    items: charted.map(chartOf),
  }
}

/** Counts by the current texts of the options. A person with several choices counts once for each. */
function countOptions(options: readonly Option[], values: readonly (string | number)[]) {
  const chosen = values.flatMap((value) => chosenOptions(options, String(value)))
  const counts = Map.groupBy(chosen, (text) => text)
  return options.map(({ text }) => ({ text, count: counts.get(text)?.length ?? 0 }))
}

type HistogramBar = { from: number; to: number; count: number }
const MAX_BARS = 8

/**
 * Histogram of numbers: a bar per value for few integers, else up to eight of a round width. A number on a
 * boundary belongs to the upper bar; the last bar includes its upper end.
 */
export function histogramOf(numbers: readonly number[]): HistogramBar[] {
  if (numbers.length === 0) return []
  const least = numbers.reduce((one, other) => Math.min(one, other))
  const most = numbers.reduce((one, other) => Math.max(one, other))
  const isWhole = numbers.every(Number.isInteger)
  if (isWhole && most - least < MAX_BARS)
    return Array.from({ length: most - least + 1 }, (_, at) => ({
      from: least + at,
      to: least + at + 1,
      count: numbers.filter((number) => number === least + at).length,
    }))
  const { width, first, length } = histogramScale(least, most, isWhole ? 2 : 0)
  const counts = Array.from({ length }, () => 0)
  for (const number of numbers) {
    const at = Math.min(Math.floor(dropFloatNoise(number / width)) - first, length - 1)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts.map((count, at) => ({
    from: dropFloatNoise((first + at) * width),
    to: dropFloatNoise((first + at + 1) * width),
    count,
  }))
}

function histogramScale(least: number, most: number, narrowest: number) {
  const placesFor = (spans: number) => {
    const width = Math.max(niceWidth(dropFloatNoise((most - least) / spans)), narrowest)
    const first = Math.floor(dropFloatNoise(least / width))
    return { width, first, length: Math.max(Math.ceil(dropFloatNoise(most / width)) - first, 1) }
  }
  const places = placesFor(MAX_BARS)
  // Data not aligned to the width needs one more bar.
  return places.length > MAX_BARS ? placesFor(MAX_BARS - 1) : places
}

/** 1, 2 or 5 times a power of ten, at least this width. */
function niceWidth(least: number): number {
  if (least === 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return dropFloatNoise(([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power)
}

/** Drops floating-point noise (0.30000000000000004). */
const dropFloatNoise = (number: number) => Number(number.toPrecision(fieldLimits.digits))

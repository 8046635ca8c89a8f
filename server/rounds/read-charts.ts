import { type Field, hasOptions } from '#contract/document/fields.ts'
import { chosenOf, type Option } from '#contract/document/options.ts'
import type { DocCharts } from '#contract/rounds.ts'
import type { Caller } from '#server/caller.ts'
import { foundTable } from '#server/docs/results/read-results.ts'
import { isFilled, valuesOf } from '#server/docs/results/round-table.ts'
import { getDocHead } from '#server/docs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { distribute } from './distribute.ts'
import { countRounds } from './store.ts'

/**
 * Ticks and numbers of all who have entered something, now and in the last rounds, and what they choose now. Texts,
 * days and times have nothing to be counted.
 */
export async function readCharts({ db }: Kontor, by: Caller, docId: number): Promise<DocCharts> {
  const doc = await getDocHead(db, by, docId)
  const inRounds = doc.fields.filter(({ type }) => type === 'checkbox' || type === 'text')
  const charted = doc.fields.filter((field) => inRounds.includes(field) || hasOptions(field.type))
  const [{ people }, counted] = await Promise.all([foundTable(db, doc, ''), countRounds(db, docId, inRounds)])
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
      spread: distribute(numbers),
      ...(field.options && { options: countOptions(field.options, values) }),
      course: rounds.map((round) => round.find(({ name }) => name === field.name)?.value ?? null),
    }
  }
  return {
    people: filledIn.length,
    rounds: rounds.flatMap(([round]) =>
      round ? [{ ended_at: round.ended_at.toISOString(), people: round.people }] : [],
    ),
    items: charted.map(chartOf),
  }
}

/** In words of today: whoever chose several counts with each. */
function countOptions(options: readonly Option[], values: readonly (string | number)[]) {
  const chosen = values.flatMap((value) => chosenOf(options, String(value)))
  const counts = Map.groupBy(chosen, (text) => text)
  return options.map(({ text }) => ({ text, count: counts.get(text)?.length ?? 0 }))
}

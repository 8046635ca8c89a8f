// Charts of ticks, choices and numbers: now and over the rounds. Each chart is a table with a column of bars, so that
// screen readers have the numbers.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { DocChart, DocCharts } from '#contract/rounds.ts'
import { ask } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import { type Bar, Bars } from './bars.tsx'
import css from './charts.module.css'

const chartsQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'charts'],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/charts/', { params: { doc_id }, signal }),
    refetchInterval: pollEvery(30_000),
  })

export function Charts({ doc_id }: { doc_id: number }) {
  const charts = useSuspenseQuery(chartsQuery(doc_id)).data
  const ticks = charts.items.filter(({ type }) => type === 'checkbox')
  const numbers = charts.items.filter(
    ({ type, course, count }) => type === 'text' && (count > 0 || course.length > 0),
  )
  if (charts.items.length === 0)
    return <p className={css['none']}>Hier gibt es weder Häkchen noch Zahlen noch eine Auswahl.</p>
  return (
    <section className={css['charts']} aria-label="Diagramme">
      {ticks.length > 0 && <CheckboxCounts ticks={ticks} people={charts.people} />}
      {numbers.map((chart) => (
        <NumberDistribution key={chart.field} chart={chart} />
      ))}
      {charts.items.map(
        ({ field, options, count }) =>
          options && <OptionCounts key={field} field={field} options={options} people={count} />,
      )}
      {charts.rounds.length > 0 &&
        [...ticks, ...numbers].map((chart) => <RoundTrend key={chart.field} chart={chart} charts={charts} />)}
    </section>
  )
}

function CheckboxCounts({ ticks, people }: { ticks: DocChart[]; people: number }) {
  return (
    <Bars
      title="Häkchen"
      about={
        people === 1
          ? 'Eine Person hat etwas eingetragen.'
          : `${formatNumber(people)} Personen haben etwas eingetragen.`
      }
      heads={['Feld', 'Gesetzt']}
      most={people}
      bars={ticks.map(({ field, count }) => ({
        label: field,
        value: count,
        text: `${formatNumber(count)} von ${formatNumber(people)}`,
      }))}
    />
  )
}

type OptionCountsProps = { field: string; options: NonNullable<DocChart['options']>; people: number }

function OptionCounts({ field, options, people }: OptionCountsProps) {
  if (people === 0) return null
  return (
    <Bars
      title={field}
      about={people === 1 ? 'Eine Person hat gewählt.' : `${formatNumber(people)} Personen haben gewählt.`}
      heads={['Möglichkeit', 'Gewählt']}
      most={people}
      bars={options.map(({ text, count }) => ({
        label: text,
        value: count,
        text: `${formatNumber(count)} von ${formatNumber(people)}`,
      }))}
    />
  )
}

/** Rounded for reading, with the minus sign of the table of results. */
const formatRounded = (value: number) =>
  formatNumber(Math.abs(value) < 1 ? Number(value.toPrecision(2)) : Math.round(value * 100) / 100).replace(
    '-',
    '−',
  )

function NumberDistribution({ chart: { field, count, mean, least, most, spread } }: { chart: DocChart }) {
  if (mean === null || least === null || most === null) return null
  // True if each bar is a single integer, so that its label is a number and no range.
  const isWhole =
    spread[0]?.from === least &&
    spread.at(-1)?.from === most &&
    spread.every(({ from, to }) => to - from === 1)
  return (
    <Bars
      title={field}
      about={
        count === 1
          ? `Eine Angabe: ${formatRounded(mean)}.`
          : least === most
            ? `${formatNumber(count)} Angaben, alle ${formatRounded(least)}.`
            : `${formatNumber(count)} Angaben von ${formatRounded(least)} bis ${formatRounded(most)}, im Mittel ${formatRounded(mean)}.`
      }
      heads={['Zahl', 'Personen']}
      bars={spread.map(({ from, to, count: people }, at) => ({
        label: isWhole
          ? formatRounded(from)
          : `${formatRounded(from)} bis ${at < spread.length - 1 ? 'unter ' : ''}${formatRounded(to)}`,
        value: people,
        text: formatNumber(people),
      }))}
    />
  )
}

/** Chart with a bar for each past round, and one for the present. */
function RoundTrend({
  chart: { field, type, count, mean, course },
  charts: { rounds, people },
}: {
  chart: DocChart
  charts: DocCharts
}) {
  const isTick = type === 'checkbox'
  const bars = [
    ...rounds.map((round, at) =>
      barOf(formatDate(round.ended_at), course[at] ?? null, isTick ? round.people : undefined),
    ),
    barOf('Jetzt', isTick ? count : mean, isTick ? people : undefined),
  ]
  if (!course.some((value) => value !== null)) return null
  return (
    <Bars
      title={`${field}: von Runde zu Runde`}
      about={isTick ? 'Anteil derer, die etwas eingetragen haben.' : 'Mittel der Angaben.'}
      heads={['Runde bis', isTick ? 'Gesetzt' : 'Mittel']}
      {...(isTick && { most: 1 })}
      bars={bars}
    />
  )
}

/** With `people` (only for ticks), the bar is the share of these people who have ticked. */
function barOf(label: string, value: number | null, people?: number): Bar {
  if (value === null) return { label, value: 0, text: '–' }
  if (people === undefined) return { label, value, text: formatRounded(value) }
  return {
    label,
    value: people === 0 ? 0 : value / people,
    text: `${formatNumber(value)} von ${formatNumber(people)}`,
  }
}

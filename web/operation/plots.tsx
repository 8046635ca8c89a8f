import type { OperationOverview, OperationPlot } from '#contract/operation.ts'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { toPolylines } from './lines.ts'
import css from './operation.module.css'

/** Charts of the last day, each with an equivalent sentence. */
export function Plots({ history: { start, minutes, plots } }: Pick<OperationOverview, 'history'>) {
  if (plots.every(({ values }) => values.every((value) => value === null)))
    return <p className={css['nothing']}>Noch keine Zahlen. Die ersten kommen nach einer Minute.</p>
  return (
    <ul className={css['plots']}>
      {plots.map((plot) => (
        <li key={plot.key}>
          <Plot plot={plot} start={start} minutes={minutes} />
        </li>
      ))}
    </ul>
  )
}

const WIDTH = 288
const HEIGHT = 64

function Plot({ plot, start, minutes }: { plot: OperationPlot; start: string; minutes: number }) {
  const { name, unit, values } = plot
  const numbers = values.filter((value) => value !== null)
  const most = Math.max(0, ...numbers)
  const now = values.findLast((value) => value !== null) ?? null
  const said = (value: number | null) =>
    value === null ? '–' : `${formatRounded(value)}${unit && ` ${unit}`}`
  const when = sampleTime(start, minutes, values.indexOf(most))
  const sentence =
    numbers.length === 0
      ? `${name}: keine Zahlen.`
      : most === 0
        ? `${name}: den ganzen Tag keine.`
        : `${name}: zuletzt ${said(now)}, höchstens ${said(most)} um ${when} Uhr.`
  const { strokes, areas, dots } = toPolylines(values, { width: WIDTH, height: HEIGHT, most: axisMax(most) })
  return (
    <figure className={css['plot']}>
      <figcaption>
        <span aria-hidden="true">{name}</span>
        <strong aria-hidden="true">{said(now)}</strong>
      </figcaption>
      <p className="only-read">{sentence}</p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className={css['ground']} />
        <path d={areas} className={css['area']} />
        <path d={strokes} className={css['line']} />
        <path d={dots} className={css['dot']} />
      </svg>
      <p className={css['scale']} aria-hidden="true">
        <span>{sampleTime(start, minutes, 0)}</span>
        <span>{most > 0 ? `bis ${formatRounded(most)} um ${when}` : 'keine'}</span>
        <span>jetzt</span>
      </p>
    </figure>
  )
}

/** One decimal below 10, none from there on. */
const formatRounded = (value: number) =>
  formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

/** Upper end of the axis, a tenth above the maximum. */
const axisMax = (most: number) => (most === 0 ? 1 : most * 1.1)

const sampleTime = (start: string, minutes: number, at: number) =>
  formatDateTime(new Date(Date.parse(start) + at * minutes * 60_000)).slice(11, 16)

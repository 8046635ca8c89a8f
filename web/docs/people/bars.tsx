// oxlint-disable jsx-a11y/control-has-associated-label -- cells of bars, whose numbers stand beside them
// A table whose rows have a bar each, drawn from zero to either side.
import { useId } from 'react'
import css from './charts.module.css'

export type Bar = { label: string; value: number; text: string }

type Props = {
  title: string
  about: string
  heads: readonly [string, string]
  /** Value of a full bar; default is the maximum. */
  most?: number
  bars: readonly Bar[]
}

/** In SVG units. */
const FULL_BAR_WIDTH = 100
const BAR_HEIGHT = 10

export function Bars({ title, about, heads: [what, value], most, bars }: Props) {
  const id = useId()
  const top = Math.max(most ?? 0, ...bars.map((bar) => bar.value), 0)
  const bottom = Math.min(...bars.map((bar) => bar.value), 0)
  const scale = top - bottom > 0 ? FULL_BAR_WIDTH / (top - bottom) : 0
  return (
    <figure className={css['chart']} aria-labelledby={id}>
      <figcaption id={id}>
        <strong>{title}</strong>
        <span className="quiet">{about}</span>
      </figcaption>
      <table className={css['bars']} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col" className={css['value']}>
              {value}
            </th>
            <td className={css['track']} />
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, at) => (
            <tr key={at}>
              <th scope="row">{bar.label}</th>
              <td className={css['value']}>{bar.text}</td>
              <td className={css['track']}>
                <svg
                  viewBox={`0 0 ${FULL_BAR_WIDTH} ${BAR_HEIGHT}`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect className={css['whole']} width={FULL_BAR_WIDTH} height={BAR_HEIGHT} />
                  <rect
                    className={css['bar']}
                    x={(Math.min(bar.value, 0) - bottom) * scale}
                    width={Math.abs(bar.value) * scale}
                    height={BAR_HEIGHT}
                  />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

// Progress: a bar with its text, or the track alone beside a text with the same information.
import css from './progress.module.css'

type TrackProps = { value: number; max: number }

/** Visual only, hence for use beside a text. */
export const Track = (part: TrackProps) => (
  <span className={css['track']}>
    <Bar {...part} />
  </span>
)

const Bar = ({ value, max }: TrackProps) => (
  <span className={css['bar']} style={{ inlineSize: `${(100 * value) / max}%` }} />
)

type Props = { label: string; value?: number | undefined; max?: number; text?: string | undefined }

/** Indeterminate without `value`. */
export function Progress({ label, value, max = 100, text }: Props) {
  const isDetermined = value !== undefined
  return (
    <div className={css['work']}>
      <div className={css['words']}>
        <span>{label}</span>
        {text && <span className={css['text']}>{text}</span>}
      </div>
      <div
        className={css['track']}
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={isDetermined ? 0 : undefined}
        aria-valuemax={isDetermined ? max : undefined}
        aria-valuetext={text}
      >
        {isDetermined ? <Bar value={value} max={max} /> : <span className={css['moving']} />}
      </div>
    </div>
  )
}

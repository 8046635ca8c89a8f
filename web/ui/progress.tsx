/** Waiting made visible: a thin bar for a change of screen, and a labelled one for long work. */
import css from './progress.module.css'

/** Shown while `active` lasts longer than 300 ms (the delay is in the style). */
export function RouteProgress({ active }: { active: boolean }) {
  return active ? (
    <div className={css['route']} role="progressbar" aria-label="Seite wird geladen">
      <span className={css['moving']} />
    </div>
  ) : null
}

type Props = { label: string; value?: number | undefined; max?: number; text?: string | undefined }

/** Without `value` nobody knows how long it takes. */
export function Progress({ label, value, max = 100, text }: Props) {
  const known = value !== undefined
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
        aria-valuemin={known ? 0 : undefined}
        aria-valuemax={known ? max : undefined}
        aria-valuetext={text}
      >
        {known ? (
          <span className={css['bar']} style={{ inlineSize: `${(100 * value) / max}%` }} />
        ) : (
          <span className={css['moving']} />
        )}
      </div>
    </div>
  )
}

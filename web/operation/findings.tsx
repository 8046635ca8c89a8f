import type { OperationFinding } from '#contract/operation.ts'
import { CheckIcon, WarningIcon } from '#web/ui/icon.tsx'
import css from './operation.module.css'

/** The few figures that matter; what somebody should look at stands first. */
export function Findings({ findings }: { findings: readonly OperationFinding[] }) {
  const ordered = findings.toSorted((one, other) => Number(other.look) - Number(one.look))
  return (
    <ul className={css['findings']} aria-label="Wie es dem Server geht">
      {ordered.map(({ key, name, value, sentence, look }) => (
        <li key={key} className={look ? `${css['finding']} ${css['look']}` : css['finding']}>
          <p className={css['name']}>
            {look ? <WarningIcon size={18} /> : <CheckIcon size={18} />}
            <span>{name}</span>
            <span className="only-read">{look ? ': bitte nachsehen' : ': in Ordnung'}</span>
          </p>
          <p className={css['value']}>{value}</p>
          <p className={css['sentence']}>{sentence}</p>
        </li>
      ))}
    </ul>
  )
}

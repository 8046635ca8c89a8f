import type { DocListItem } from '#contract/docs.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatNumber } from '#web/ui/format.ts'
import css from './docs.module.css'

type Props = Pick<DocListItem, 'fields' | 'filled' | 'can'>

/** How far somebody has come with their fields: '7 von 12'. What takes no more is no task. */
export function Filled({ fields, filled, can }: Props) {
  if (fields === 0) return <span className={css['nothing']}>Nur zum Lesen</span>
  if (filled >= fields) return <Badge tone="success">Ausgefüllt</Badge>
  if (!can.fill) return <Badge tone="muted">Erledigt</Badge>
  return (
    <span className={css['filled']}>
      <span className={css['count']}>
        {formatNumber(filled)} von {formatNumber(fields)}
      </span>
      <span className={css['track']}>
        <span style={{ inlineSize: `${(100 * filled) / fields}%` }} />
      </span>
    </span>
  )
}

import { Link } from '@tanstack/react-router'
import type { Today } from '#contract/today.ts'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import { Track } from '#web/ui/progress.tsx'
import { CardLine } from './card.tsx'
import css from './today.module.css'

type DocLineProps = { doc: Today['docs']['items'][number]; today: string }

/** A process with the person's progress. */
export const DocLine = ({ doc: { id, name, filled, fields, due_on, hand_in }, today }: DocLineProps) => (
  <CardLine
    link={<Link to="/docs/$doc_id/show" params={{ doc_id: id }} />}
    what={<bdi>{name}</bdi>}
    more={
      <span className={css['progress']}>
        <span>
          {hand_in === 'now'
            ? 'Noch abzugeben'
            : `${formatNumber(filled)} von ${formatNumber(fields)} ausgefüllt${hand_in === 'after' ? ', dann abgeben' : ''}`}
          {due_on && ` · ${due_on < today ? 'Frist war' : 'bis'} ${formatDate(due_on)}`}
        </span>
        {filled > 0 && <Track value={filled} max={fields} />}
      </span>
    }
  />
)

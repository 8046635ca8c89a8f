import { useQuery } from '@tanstack/react-query'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry, TimeHistoryItem } from '#contract/times.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { formatDate, formatDateTime, formatShortTime } from '#web/ui/format.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { ABSENT_LABEL, personName } from './edits/words.ts'
import css from './history.module.css'
import { historyQuery } from './queries.ts'

type Props = { part: Subhappening; entry: TimeEntry; onClose: () => void }

/** History of an entry: author, time, values, and the answer of the planner. */
export function History({ part, entry, onClose }: Props) {
  const ids = { happening_id: part.happening_id, subhappening_id: part.id }
  const { data, error, refetch } = useQuery(historyQuery(ids, entry))
  return (
    <Modal title={`Verlauf: ${personName(entry)}`} size="medium" onClose={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : data.items.length === 0 ? (
        <p>Noch hat niemand etwas eingetragen.</p>
      ) : (
        <ol className={css['list']}>
          {data.items.map((item, at) => (
            <li key={at}>
              <p className="quiet">
                <time dateTime={item.at}>{formatDateTime(item.at)}</time> ·{' '}
                {item.by_display_name ?? 'Personalplanung'}
              </p>
              <p>
                <b>{historyKindTexts[item.kind]}</b> <TimesChange item={item} />
              </p>
              <OtherChanges item={item} />
              {item.message && (
                <p className={css['message']} data-kind={item.kind}>
                  {item.message}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Modal>
  )
}

const historyKindTexts: Record<TimeHistoryItem['kind'], string> = {
  changed: 'Geändert',
  sent: 'Übermittelt',
  withdrawn: 'Zeit in der Personalplanung zurückgenommen',
  refused: 'Von der Personalplanung abgelehnt',
  planned: 'Plan geändert',
}

/** Changes of break and note, and a withdrawn absence. A new absence is shown with the times. */
function OtherChanges({
  item: { kind, old_pause, new_pause, old_note, new_note, old_absent, new_absent },
}: {
  item: TimeHistoryItem
}) {
  if (kind !== 'changed') return null
  return (
    <>
      {old_absent && !new_absent && <p>Doch gekommen</p>}
      {old_pause !== new_pause && (
        <p>{new_pause === null ? 'Pause wie geplant' : `Pause: ${new_pause} Minuten`}</p>
      )}
      {old_note !== new_note && (
        <p className={css['message']}>{new_note === null ? 'Notiz entfernt' : `Notiz: ${new_note}`}</p>
      )}
    </>
  )
}

function TimesChange({
  item: { kind, old_von, old_bis, new_von, new_bis, new_absent },
}: {
  item: TimeHistoryItem
}) {
  const before = formatSpan(old_von, old_bis)
  const after = formatSpan(new_von, new_bis)
  const absent = new_absent && ABSENT_LABEL.toLowerCase()
  if (before === '' && after === '') return absent
  if (kind === 'changed' && before === after) return null
  return (
    <span className={css['times']}>
      {before && (
        <>
          <del>{before}</del> <span className="only-read">wurde zu</span>
          <span aria-hidden="true">→ </span>
        </>
      )}
      {after || absent || 'geleert'}
    </span>
  )
}

function formatSpan(von: string | null, bis: string | null): string {
  if (von === null && bis === null) return ''
  const day = (moment: string | null) => formatDate(moment?.slice(0, 10))
  const clock = (moment: string | null) => formatShortTime(moment?.slice(11)) || 'offen'
  const later = von !== null && bis !== null && day(von) !== day(bis) ? `${day(bis)} ` : ''
  return `${day(von ?? bis)} ${clock(von)}–${later}${clock(bis)}`
}

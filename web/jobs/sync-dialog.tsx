// Sync dialog: preview, run, report; shared by all kinds of syncs.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { QueryFailed } from '#web/ui/states.tsx'
import css from './sync-dialog.module.css'
import type { Sync } from './use-sync.ts'

type LastReport = { finished_at: string | null; result: string | null }
type Props = {
  sync: Sync
  /** Report of the previous sync. */
  last: LastReport | undefined
  canStart: boolean
  onClose: () => void
  /** Further action after success. */
  next?: ReactNode
  /** Input and preview. */
  children: ReactNode
}

export function SyncDialog({ sync, last, canStart, onClose, next, children }: Props) {
  return (
    <Modal title="Abgleich mit der Personalplanung" size="medium" onClose={onClose}>
      <div className={css['sync']}>
        {sync.isStarted ? <SyncProgress key="course" sync={sync} /> : children}
        {sync.problem && <Notice tone="danger">{sync.problem}</Notice>}
        <FormActions>
          {sync.report && next}
          <Button data-autofocus="" onClick={onClose}>
            {sync.isStarted ? 'Schließen' : 'Abbrechen'}
          </Button>
          {!sync.isStarted && (
            <Button variant="primary" pending={sync.starting} disabled={!canStart} onClick={sync.run}>
              Abgleichen
            </Button>
          )}
        </FormActions>
        {!sync.isStarted && last && <LastSync {...last} />}
      </div>
    </Modal>
  )
}

/** Progress, then the report. Takes the focus, since the start button disappears. */
function SyncProgress({ sync: { isRunning, delay, report } }: { sync: Sync }) {
  const course = useRef<HTMLElement>(null)
  useEffect(() => course.current?.focus(), [])
  return (
    <section ref={course} tabIndex={-1} aria-label="Verlauf" className={css['course']}>
      {isRunning && <Progress label="Der Abgleich läuft …" />}
      {delay && <Notice tone="warning">{delay}</Notice>}
      {report && (
        <Notice tone={report.outcome === 'failed' ? 'danger' : 'info'}>
          <span className={css['text']}>{report.result}</span>
        </Notice>
      )}
    </section>
  )
}

/** One kind of change in the preview. `names`: only the first few of `count`. */
export type ChangeKind = {
  head: string
  count: number
  names: readonly string[]
  /** Each name in a line of its own. */
  inLines?: boolean
}
type PreviewProps<P> = {
  query: { data: P | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  kindsOf: (preview: P) => ChangeKind[]
  /** Shown if nothing would change. */
  nothing?: string
}

export function Preview<P extends { unchanged: number; refused: string | null }>({
  query,
  kindsOf,
  nothing = 'Alles ist auf dem Stand der Personalplanung.',
}: PreviewProps<P>) {
  const { data, isFetching } = query
  if (isFetching && !data)
    return (
      <div className={css['preview']}>
        <Progress label="Die Personalplanung wird gefragt …" />
      </div>
    )
  if (!data) return <QueryFailed query={query} />
  const kinds = kindsOf(data).filter(({ count }) => count > 0)
  return (
    <>
      {data.refused !== null && <Notice tone="danger">{data.refused}</Notice>}
      <section className={css['preview']} aria-label="Vorschau">
        {kinds.length > 0 ? (
          <dl className={css['kinds']}>
            {kinds.map((kind) => (
              <ChangedNames key={kind.head} {...kind} />
            ))}
          </dl>
        ) : (
          data.refused === null && <p>{nothing}</p>
        )}
        <p className="quiet">Unverändert: {formatNumber(data.unchanged)}</p>
      </section>
    </>
  )
}

/** Names shown before the rest is collapsed. */
const MAX_NAMES = 10

function ChangedNames({ head, count, names, inLines }: ChangeKind) {
  const [all, setAll] = useState(false)
  const visible = all ? names : names.slice(0, MAX_NAMES)
  return (
    <div>
      <dt>
        <span>{head}</span> <b>{formatNumber(count)}</b>
      </dt>
      {names.length > 0 && (
        <dd>
          {inLines ? visible.map((line) => <div key={line}>{line}</div>) : visible.join(' · ')}
          {count > visible.length && ` … und ${formatNumber(count - visible.length)} weitere `}
          {names.length > MAX_NAMES && (
            <Button variant="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
              {all
                ? 'Weniger zeigen'
                : names.length === count
                  ? 'Alle zeigen'
                  : `${formatNumber(names.length)} zeigen`}
            </Button>
          )}
        </dd>
      )}
    </div>
  )
}

function LastSync({ finished_at, result }: LastReport) {
  return (
    <section className={css['last']}>
      <h3>Letzter Abgleich</h3>
      {result === null ? (
        <p className="quiet">Es gab noch keinen.</p>
      ) : (
        <>
          <p className="quiet">{formatDateTime(finished_at)}</p>
          <p className={css['text']}>{result}</p>
        </>
      )}
    </section>
  )
}

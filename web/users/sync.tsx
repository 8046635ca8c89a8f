import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SyncPreview } from '#contract/users.ts'
import { Failed } from '#web/api.ts'
import { useBackgroundResult } from '#web/jobs/use-background-result.ts'
import { Button } from '#web/ui/button.tsx'
import { FormActions } from '#web/ui/form.tsx'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useBackToUsers } from './dialogs.tsx'
import { lastSyncQuery, startSync, synced, syncPreviewQuery } from './queries.ts'
import css from './sync.module.css'

/** What the planner would change, then the change itself, then its report. */
export function SyncDialog() {
  const back = useBackToUsers()
  const [job, setJob] = useState<string>()
  const [starting, setStarting] = useState(false)
  const [refused, setRefused] = useState<string>()
  const { result, error } = useBackgroundResult(job, synced)
  const preview = useQuery({ ...syncPreviewQuery, enabled: job === undefined })

  const start = async () => {
    setStarting(true)
    setRefused(undefined)
    try {
      setJob(await startSync())
    } catch (problem) {
      setRefused(sentenceOf(problem))
    }
    setStarting(false)
  }
  const problem = refused ?? error
  return (
    <Modal title="Abgleich mit der Personalplanung" size="medium" onClose={back}>
      <div className={css['sync']}>
        {job === undefined ? (
          <Preview
            preview={preview.data}
            error={preview.error}
            onRetry={() => void preview.refetch()}
            isAsking={preview.isFetching}
          />
        ) : result === undefined && !error ? (
          <Progress label="Der Abgleich läuft …" />
        ) : null}
        {result !== undefined && (
          <Notice>
            <span className={css['text']}>{result}</span>
          </Notice>
        )}
        {problem && <Notice tone="danger">{problem}</Notice>}
        <FormActions>
          <Button data-autofocus="" onClick={back}>
            {job === undefined ? 'Abbrechen' : 'Schließen'}
          </Button>
          {job === undefined && (
            <Button
              variant="primary"
              pending={starting}
              disabled={preview.data === undefined || preview.data.refused !== null}
              onClick={() => void start()}
            >
              Abgleichen
            </Button>
          )}
        </FormActions>
        {job === undefined && <LastSync />}
      </div>
    </Modal>
  )
}

type PreviewProps = {
  preview: SyncPreview | undefined
  error: unknown
  isAsking: boolean
  onRetry: () => void
}

function Preview({ preview, error, isAsking, onRetry }: PreviewProps) {
  if (isAsking && !preview) return <Progress label="Die Personalplanung wird gefragt …" />
  if (!preview)
    return (
      <Notice
        tone="danger"
        action={
          <Button size="small" onClick={onRetry}>
            Erneut versuchen
          </Button>
        }
      >
        {sentenceOf(error)}
      </Notice>
    )
  const kinds = [
    { head: 'Neu', ...preview.new },
    { head: 'Geändert', ...preview.changed },
    { head: 'Werden deaktiviert', ...preview.vanishing },
    { head: 'Wieder da', ...preview.returning },
    { head: 'Neue Gruppen', ...preview.new_groups },
    { head: 'Neue Zuweisungen', count: preview.memberships_added, names: [] },
    { head: 'Beendete Zuweisungen', count: preview.memberships_ended, names: [] },
  ].filter(({ count }) => count > 0)
  return (
    <>
      {preview.refused !== null && <Notice tone="danger">{preview.refused}</Notice>}
      <section className={css['preview']} aria-label="Vorschau">
        {kinds.length === 0 ? (
          <p>Alles ist auf dem Stand der Personalplanung.</p>
        ) : (
          <dl className={css['kinds']}>
            {kinds.map(({ head, count, names }) => (
              <div key={head}>
                <dt>
                  <span>{head}</span> <b>{formatNumber(count)}</b>
                </dt>
                {names.length > 0 && (
                  <dd>
                    {names.join(' · ')}
                    {count > names.length && ` … und ${formatNumber(count - names.length)} weitere`}
                  </dd>
                )}
              </div>
            ))}
          </dl>
        )}
        <p className={css['quiet']}>Unverändert: {formatNumber(preview.unchanged)}</p>
      </section>
    </>
  )
}

function LastSync() {
  const last = useQuery(lastSyncQuery).data
  if (!last) return null
  return (
    <section className={css['last']}>
      <h3>Letzter Abgleich</h3>
      {last.result === null ? (
        <p className={css['quiet']}>Es gab noch keinen.</p>
      ) : (
        <>
          <p className={css['quiet']}>{formatDateTime(last.finished_at)}</p>
          <p className={css['text']}>{last.result}</p>
        </>
      )}
    </section>
  )
}

const sentenceOf = (problem: unknown) => (problem instanceof Failed ? problem.message : 'Technischer Fehler')

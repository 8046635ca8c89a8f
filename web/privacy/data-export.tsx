import { useState } from 'react'
import type { PersonalData } from '#contract/privacy.ts'
import { CallError, errorSentence } from '#web/api.ts'
import { download } from '#web/download.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './privacy.module.css'
import { type DataOwner, type ExportFormat, exportUrl, fetchDataOverview } from './queries.ts'

/** Export of all data about a person, with an overview on request. */
export function DataExport({ whose, isFirst = false }: { whose: DataOwner; isFirst?: boolean }) {
  const [data, setData] = useState<PersonalData>()
  const [problem, setProblem] = useState('')
  const take = async (kind: ExportFormat) => {
    setProblem('')
    try {
      setData(await fetchDataOverview(whose))
      download(exportUrl(whose, kind))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(errorSentence(error))
    }
  }
  return (
    <>
      <div className="buttons">
        <Button icon={<DownloadIcon />} data-autofocus={isFirst ? '' : undefined} onClick={() => take('pdf')}>
          Als PDF
        </Button>
        <Button icon={<DownloadIcon />} onClick={() => take('json')}>
          Als JSON
        </Button>
      </div>
      {problem !== '' && <Notice tone="danger">{problem}</Notice>}
      {data && <ExportContents data={data} />}
    </>
  )
}

function ExportContents({ data: { parts } }: { data: PersonalData }) {
  return (
    <section className={css['contents']} aria-label="Inhalt der Datei">
      <h3>Das steht darin</h3>
      <dl className={css['counts']}>
        {parts.map(({ name, title, count }) => (
          <div key={name} data-empty={count === 0}>
            <dt>{title}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

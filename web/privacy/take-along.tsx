import { useState } from 'react'
import type { PersonalData } from '#contract/privacy.ts'
import { Failed, sentenceOf } from '#web/api.ts'
import { download } from '#web/download.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './privacy.module.css'
import { countData, type FileKind, fileOf, type Whose } from './queries.ts'

/** Export of all data about a person, with an overview on request. */
export function TakeAlong({ whose, isFirst = false }: { whose: Whose; isFirst?: boolean }) {
  const [data, setData] = useState<PersonalData>()
  const [busy, setBusy] = useState<FileKind>()
  const [problem, setProblem] = useState('')
  const take = async (kind: FileKind) => {
    setBusy(kind)
    setProblem('')
    try {
      setData(await countData(whose))
      download(fileOf(whose, kind))
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      setProblem(sentenceOf(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <>
      <div className="buttons">
        <Button
          icon={<DownloadIcon />}
          pending={busy === 'pdf'}
          data-autofocus={isFirst ? '' : undefined}
          onClick={() => void take('pdf')}
        >
          Als PDF
        </Button>
        <Button icon={<DownloadIcon />} pending={busy === 'json'} onClick={() => void take('json')}>
          Als JSON
        </Button>
      </div>
      {problem !== '' && <Notice tone="danger">{problem}</Notice>}
      {data && <Contents data={data} />}
    </>
  )
}

function Contents({ data: { parts } }: { data: PersonalData }) {
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

import { DownloadIcon } from '#web/ui/icon.tsx'
import css from './overview.module.css'
import { useAnswers } from './use-answers.ts'

/** Whoever is through with a process takes along what they have filled in. */
export function OwnPdf({ doc_id }: { doc_id: number }) {
  const store = useAnswers()
  return (
    <a href={`/docs/${doc_id}.pdf`} download className={css['own']} onClick={() => void store.flush()}>
      <DownloadIcon size={16} /> Meine Angaben als PDF
    </a>
  )
}

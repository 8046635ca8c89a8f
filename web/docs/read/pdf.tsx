import type { MouseEvent } from 'react'
import { download } from '#web/download.ts'
import { DownloadIcon } from '#web/ui/icon.tsx'
import css from './overview.module.css'
import { useReading } from './reading.ts'

/** PDF of one's own answers, after sending pending ones. */
export function usePdf(doc_id: number) {
  const { answers } = useReading()
  const href = `/docs/${doc_id}.pdf`
  const take = async (address: string) => {
    await answers.settle()
    download(address)
  }
  const onClick = (event: MouseEvent) => {
    if (answers.isIdle()) return
    event.preventDefault()
    void take(href)
  }
  return { link: { href, download: true, onClick }, takeSigned: () => void take(`${href}?signature=1`) }
}

export function OwnPdf({ doc_id }: { doc_id: number }) {
  return (
    <a {...usePdf(doc_id).link} className={css['own']}>
      <DownloadIcon size={16} /> Meine Angaben als PDF
    </a>
  )
}

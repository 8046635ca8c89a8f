import { download } from '#web/download.ts'
import { ChevronDownIcon, DownloadIcon } from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import css from './read.module.css'
import { useReading } from './reading.ts'
import { useAnswers } from './use-answers.ts'

/** The document with one's own answers on paper; on request with a line for a signature. */
export function Pdf({ doc_id }: { doc_id: number }) {
  const { outline, mode } = useReading()
  const store = useAnswers()
  const address = `/docs/${doc_id}.pdf`
  const withSignature = async () => {
    await store.flush()
    download(`${address}?signature=1`)
  }
  return (
    <span className={css['pdf']}>
      <AnchorButton
        size="small"
        icon={<DownloadIcon size={16} />}
        href={address}
        download
        onClick={() => void store.flush()}
      >
        PDF
      </AnchorButton>
      {outline.fields.length > 0 && mode !== 'off' && (
        <Menu
          label="Weitere PDF"
          icon={<ChevronDownIcon />}
          items={[{ text: 'PDF mit Zeile zum Unterschreiben', onPick: () => void withSignature() }]}
        />
      )}
    </span>
  )
}

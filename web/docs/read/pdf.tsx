import { ChevronDownIcon, DownloadIcon } from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { usePdf } from './own-pdf.tsx'
import css from './read.module.css'
import { useReading } from './reading.ts'

/** The document with one's own answers on paper; on request with a line for a signature. */
export function Pdf({ doc_id }: { doc_id: number }) {
  const { outline, mode } = useReading()
  const { link, takeSigned } = usePdf(doc_id)
  return (
    <span className={css['pdf']}>
      <AnchorButton size="small" icon={<DownloadIcon size={16} />} {...link}>
        PDF
      </AnchorButton>
      {outline.fields.length > 0 && mode !== 'off' && (
        <Menu
          label="Weitere PDF"
          icon={<ChevronDownIcon />}
          items={[{ text: 'PDF mit Zeile zum Unterschreiben', onPick: takeSigned }]}
        />
      )}
    </span>
  )
}

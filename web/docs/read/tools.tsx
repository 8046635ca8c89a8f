import { useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon, ChevronUpIcon, DownloadIcon } from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import css from './read.module.css'
import { useReadingOf } from './reading.ts'
import { useAnswers } from './use-answers.ts'

/** What can be done with the whole document while it is read. */
export function Tools({ doc_id }: { doc_id: number }) {
  const { outline } = useReadingOf()
  const store = useAnswers()
  return (
    <div className={css['tools']}>
      {outline.sections.length > 0 && <FoldAll />}
      {outline.sections.length > 1 && <Compact />}
      <AnchorButton
        size="small"
        icon={<DownloadIcon size={16} />}
        href={`/docs/${doc_id}.pdf`}
        download
        onClick={() => void store.leave()}
      >
        PDF
      </AnchorButton>
    </div>
  )
}

function FoldAll() {
  const { outline, folds } = useReadingOf()
  const all = outline.sections
  const areOpen = useSyncExternalStore(folds.subscribe, () => folds.areAllOpen(all))
  return (
    <Button
      size="small"
      icon={areOpen ? <ChevronUpIcon size={16} /> : <ChevronDownIcon size={16} />}
      onClick={() => (areOpen ? folds.closeAll(all) : folds.openAll())}
    >
      {areOpen ? 'Alle zuklappen' : 'Alle aufklappen'}
    </Button>
  )
}

/** Only phones show it: where the window is wide, the contents beside the text do the same. */
function Compact() {
  const { outline, folds } = useReadingOf()
  const isCompact = useSyncExternalStore(folds.subscribe, folds.isCompact)
  return (
    <span className={css['compact']}>
      <Button
        size="small"
        aria-pressed={isCompact}
        onClick={() => folds.setCompact(!isCompact, outline.sections)}
      >
        Einzeln lesen
      </Button>
    </span>
  )
}

import { noResults, whyNoResults } from '#contract/document/no-results.ts'
import { Button } from '#web/ui/button.tsx'
import { DocumentsIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { ResultsSearch } from '../search.ts'

type Props = {
  doc_id: number
  hasFields: boolean
  search: ResultsSearch
  onSearch: (change: Partial<ResultsSearch>) => void
}

/** Stands in place of the table when there is nobody in it: why, and what to do. */
export function NoResults({ doc_id, hasFields, search, onSearch }: Props) {
  const why = whyNoResults(hasFields, search)
  const actions = {
    noFields: (
      <LinkButton to="/docs/$doc_id/edit" params={{ doc_id }}>
        Prozess bearbeiten
      </LinkButton>
    ),
    notFound: <Button onClick={() => onSearch({ filter: '' })}>Ohne Suche zeigen</Button>,
    allFilled: undefined,
    noneFilled: <Button onClick={() => onSearch({ fill_status: 'empty' })}>Zeigen, wer fehlt</Button>,
  }
  return (
    <Empty icon={<DocumentsIcon />} title={noResults[why]} action={actions[why]}>
      <p>{hints[why]}</p>
    </Empty>
  )
}

const hints = {
  noFields: 'Sobald er welche hat, stehen hier die Angaben aller.',
  notFound: 'Gesucht wird in den Namen und in den Angaben.',
  allFilled: 'Wer den Prozess neu zu sehen bekommt, steht hier, bis die erste Angabe da ist.',
  noneFilled: 'Angaben erscheinen hier von selbst.',
}

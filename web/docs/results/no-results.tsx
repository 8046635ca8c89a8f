import { Button } from '#web/ui/button.tsx'
import { DocumentsIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { ResultsSearch } from '../search.ts'

type Props = {
  doc_id: number
  hasFields: boolean
  search: ResultsSearch
  onAsk: (change: Partial<ResultsSearch>) => void
}

/** Stands in place of the table when there is nobody in it: why, and what to do. */
export function NoResults({ doc_id, hasFields, search: { filter, fill_status }, onAsk }: Props) {
  const icon = <DocumentsIcon />
  if (!hasFields)
    return (
      <Empty
        icon={icon}
        title="Dieser Prozess hat keine Felder."
        action={
          <LinkButton to="/docs/$doc_id/edit" params={{ doc_id }}>
            Prozess bearbeiten
          </LinkButton>
        }
      >
        <p>Sobald er welche hat, stehen hier die Angaben aller.</p>
      </Empty>
    )
  if (filter.trim() !== '')
    return (
      <Empty
        icon={icon}
        title="Niemand gefunden"
        action={<Button onClick={() => onAsk({ filter: '' })}>Ohne Suche zeigen</Button>}
      >
        <p>Gesucht wird in den Namen und in den Angaben.</p>
      </Empty>
    )
  if (fill_status === 'empty')
    return (
      <Empty icon={icon} title="Alle haben etwas ausgefüllt.">
        <p>Wer den Prozess neu zu sehen bekommt, steht hier, bis die erste Angabe da ist.</p>
      </Empty>
    )
  return (
    <Empty
      icon={icon}
      title="Noch hat niemand etwas ausgefüllt."
      action={<Button onClick={() => onAsk({ fill_status: 'empty' })}>Zeigen, wer fehlt</Button>}
    >
      <p>Angaben erscheinen hier von selbst.</p>
    </Empty>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { noResultsSentences, whyNoResults } from '#contract/document/no-results.ts'
import type { FillFilter } from '#contract/results.ts'
import { urlOf } from '#web/api.ts'
import { ColumnsMenu } from '#web/lists/columns-menu.tsx'
import { useHiddenColumns } from '#web/lists/list-view.ts'
import { useList } from '#web/lists/use-list.ts'
import { queryClient } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { DocumentsIcon, DownloadIcon, TrashIcon } from '#web/ui/icon.tsx'
import { AnchorButton, LinkButton } from '#web/ui/link-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Empty } from '#web/ui/states.tsx'
import { resetResults } from '../changes.ts'
import { defaultResultsSearch, type ResultsSearch, resultsSearch } from '../search.ts'
import { resultsQuery, roundsQuery } from './queries.ts'
import css from './results.module.css'
import { ResultsTable } from './results-table.tsx'
import { Rounds } from './rounds.tsx'
import { whyNothingToReset } from './why-nothing-to-reset.ts'

const route = getRouteApi('/signed-in/docs/$doc_id/active')

export const loadResults = (doc_id: number, search: Record<string, unknown>) =>
  Promise.all([
    queryClient.ensureQueryData(resultsQuery(doc_id, resultsSearch(search))),
    queryClient.ensureQueryData(roundsQuery(doc_id)),
  ])

const fillStatusChoices: { value: FillFilter; text: string }[] = [
  { value: 'all', text: 'Alle' },
  { value: 'filled', text: 'Nur Ausgefüllte' },
  { value: 'empty', text: 'Nur Unausgefüllte' },
]

export function ResultsScreen() {
  const { doc_id } = route.useParams()
  const { hidden, hide } = useHiddenColumns(`results-${doc_id}`)
  const list = useList(route.useSearch(), route.useNavigate(), (search) => resultsQuery(doc_id, search))
  const { search, shown, data: results } = list
  const rounds = useSuspenseQuery(roundsQuery(doc_id)).data.items

  return (
    <>
      <FilterBar
        more={
          <Select
            label="Zeigen"
            choices={fillStatusChoices}
            value={search.fill_status}
            onChange={(fill_status) => list.setSearch({ fill_status })}
          />
        }
        tools={
          results.fields.length > 0 && (
            <ColumnsMenu
              columns={results.fields.map((field) => ({ key: field, head: field }))}
              hidden={hidden}
              onHide={hide}
            />
          )
        }
        reset={{
          by: {
            Suche: search.filter,
            Zeigen: search.fill_status === defaultResultsSearch.fill_status ? '' : 'anders',
          },
          onReset: () => list.setSearch(defaultResultsSearch),
        }}
        actions={
          <ResultsActions doc_id={doc_id} search={search} nothing={whyNothingToReset(results, shown)} />
        }
      >
        <FilterBox label="Ergebnisse suchen" labelHidden={false} {...list.filterBox} />
      </FilterBar>
      <output className={css['count']}>
        {results.fields.length > 0 &&
          results.counts &&
          `Fertig ${formatNumber(results.counts.finished)} · Angefangen ${formatNumber(results.counts.begun)}`}
      </output>
      {results.items.length > 0 && results.fields.length > 0 ? (
        <ResultsTable results={results} hidden={hidden} refreshing={list.table.refreshing} />
      ) : (
        <NoResults
          doc_id={doc_id}
          hasFields={results.fields.length > 0}
          search={shown}
          onSearch={list.setSearch}
        />
      )}
      {rounds.length > 0 && <Rounds doc_id={doc_id} rounds={rounds} />}
    </>
  )
}

type ResultsActionsProps = {
  doc_id: number
  search: ResultsSearch
  /** Reason why there is nothing to reset. */
  nothing: string | undefined
}

/** Both exports use the current filter. */
function ResultsActions({ doc_id, search, nothing }: ResultsActionsProps) {
  const reset = () =>
    confirm({
      title: 'Sollen die Ergebnisse wirklich gelöscht werden?',
      children: <p>Alle beginnen von vorn. Die Tabelle bleibt als frühere Runde erhalten.</p>,
      verb: 'Ergebnisse löschen',
      danger: true,
      act: () => resetResults(doc_id),
      done: 'Ergebnisse gelöscht',
    })
  return (
    <>
      <AnchorButton
        href={urlOf('/docs/{doc_id}/userdata/download/', { doc_id }, search)}
        download
        icon={<DownloadIcon />}
      >
        Excel
      </AnchorButton>
      <AnchorButton
        href={urlOf('/docs/{doc_id}.pdf', { doc_id }, { results: 1, ...search })}
        download
        icon={<DownloadIcon />}
      >
        PDF
      </AnchorButton>
      <Menu
        label="Weitere Aktionen"
        items={[
          {
            text: 'Reset',
            note: nothing ?? 'Alle Angaben löschen …',
            icon: <TrashIcon />,
            danger: true,
            disabled: nothing !== undefined,
            onPick: () => void reset(),
          },
        ]}
      />
    </>
  )
}

type NoResultsProps = {
  doc_id: number
  hasFields: boolean
  search: ResultsSearch
  onSearch: (change: Partial<ResultsSearch>) => void
}

/** Empty state with reason and advice. */
function NoResults({ doc_id, hasFields, search, onSearch }: NoResultsProps) {
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
    <Empty icon={<DocumentsIcon />} title={noResultsSentences[why]} action={actions[why]}>
      <p>{noResultsHints[why]}</p>
    </Empty>
  )
}

const noResultsHints = {
  noFields: 'Sobald er welche hat, stehen hier die Angaben aller.',
  notFound: 'Gesucht wird in den Namen und in den Angaben.',
  allFilled: 'Neue Personen erscheinen hier, bis sie anfangen.',
  noneFilled: 'Angaben erscheinen hier von selbst.',
}

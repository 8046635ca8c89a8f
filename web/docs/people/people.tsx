// People who have to fill in a process, their progress, and reminders.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import type { DocPeople, DocPerson } from '#contract/publishing.ts'
import { type FillState, fillStateLabels, fillStates } from '#contract/words/fill-states.ts'
import { ListRows } from '#web/lists/list-rows.tsx'
import { ActionBar } from '#web/lists/selected-rows-bar.tsx'
import { useList } from '#web/lists/use-list.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import { BellIcon, ChartIcon, UsersIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { usersSearch } from '#web/users/search.ts'
import { Charts } from './charts.tsx'
import css from './people.module.css'
import { PersonDialog } from './person-dialog.tsx'
import { peopleQuery } from './queries.ts'
import { confirmAndRemind } from './remind.tsx'
import { type PeopleSearch, parseStates, peopleSearch, stringifyStates, unfinishedStates } from './search.ts'
import { SelectedPeopleBar } from './selected-people-bar.tsx'
import {
  notRemindedInWords,
  type ReminderResult,
  remindButtonText,
  remindedInWords,
  withoutAccessInWords,
} from './words.ts'

const route = getRouteApi('/signed-in/docs/$doc_id/people')

export function PeopleScreen() {
  const { doc_id } = route.useParams()
  const params = route.useSearch()
  const search = useMemo(() => peopleSearch(params), [params])
  const list = useList(search, useNavigate(), (current) => peopleQuery(doc_id, current))
  const [person, setPerson] = useState<number>()
  const [reminded, setReminded] = useState<ReminderResult>()
  const [hasCharts, setCharts] = useState(false)
  const { items, counts, without_access, invited, can_remind, to_remind, hand_in } = list.data
  const { selected, onSelect } = list.selection
  const columns = columnsOf(setPerson, hand_in !== undefined)
  const choose = (state: string) => {
    setCharts(false)
    list.setSearch({ state })
  }
  const remind = async (user_ids?: number[]) => {
    const done = await confirmAndRemind(doc_id, user_ids)
    if (!done) return
    setReminded(done)
    onSelect(new Set())
  }
  return (
    <>
      <FilterBar
        more={<FilterBox label="Personen suchen" {...list.filterBox} />}
        order={{ columns, ...list.table }}
        reset={{ by: { Suche: search.filter }, onReset: () => list.setSearch({ filter: '' }) }}
      >
        <ProgressFilter counts={counts} chosen={list.search.state} onChoose={choose}>
          <Button
            icon={<ChartIcon />}
            aria-label="Diagramme"
            aria-pressed={hasCharts}
            onClick={() => setCharts(!hasCharts)}
          >
            <span className={css['word']}>Diagramme</span>
          </Button>
        </ProgressFilter>
      </FilterBar>
      {reminded && <ReminderNotice reminded={reminded} onClose={() => setReminded(undefined)} />}
      {hasCharts ? (
        <Suspense>
          <Charts doc_id={doc_id} />
        </Suspense>
      ) : (
        <ListRows
          list={list}
          caption="Personen"
          columns={columns}
          rows={items}
          rowKey={({ user_id }) => user_id}
          rowName={({ display_name }) => display_name}
          {...(can_remind && list.selection)}
          empty={<NoPeople search={list.shown} people={list.data} onSearch={list.setSearch} />}
        >
          {selected.size > 0 ? (
            <SelectedPeopleBar
              ids={[...selected].map(Number)}
              onRemind={(ids) => void remind(ids)}
              onClear={() => onSelect(new Set())}
            />
          ) : (
            can_remind && (
              <ActionBar label="Erinnern" told={notRemindedInWords(to_remind)}>
                <Button
                  variant="primary"
                  icon={<BellIcon />}
                  disabled={to_remind.people === 0 || list.search.filter !== ''}
                  onClick={() => void remind()}
                >
                  {remindButtonText(to_remind)}
                </Button>
              </ActionBar>
            )
          )}
          {without_access > 0 && (
            <WithoutAccessNote people={{ without_access, invited }} canRemind={can_remind} />
          )}
        </ListRows>
      )}
      {person !== undefined && (
        <Suspense fallback={null}>
          <PersonDialog doc_id={doc_id} user_id={person} onClose={() => setPerson(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const tones: Record<FillState, Tone> = { finished: 'success', begun: 'info', missing: 'warning' }

const columnsOf = (onOpen: (user_id: number) => void, areHandedIn: boolean): Column<DocPerson>[] => [
  {
    key: 'name',
    head: 'Person',
    main: true,
    sortable: true,
    cell: ({ user_id, display_name }) => (
      <button type="button" className={css['name']} onClick={() => onOpen(user_id)}>
        {display_name}
      </button>
    ),
  },
  {
    key: 'state',
    head: 'Stand',
    sortable: true,
    inRow: 'state',
    cell: ({ state, filled, fields, ...access }) => (
      <span className={css['state']}>
        <Badge tone={tones[state]}>{fillStateLabels[state]}</Badge>
        {fields === 0 ? 'nichts auszufüllen' : `${formatNumber(filled)}/${formatNumber(fields)}`}
        <AccessNote {...access} />
      </span>
    ),
  },
  {
    key: 'changed_at',
    head: 'Zuletzt am',
    sortable: true,
    inRow: 'labelled',
    cell: ({ changed_at }) => changed_at && <Moment at={changed_at} />,
  },
  ...(areHandedIn ? [handedInAtColumn] : []),
  {
    key: 'reminded_at',
    head: 'Erinnert am',
    sortable: true,
    inRow: 'labelled',
    cell: ({ reminded_at }) => reminded_at && <Moment at={reminded_at} />,
  },
]

const handedInAtColumn: Column<DocPerson> = {
  key: 'handed_in_at',
  head: 'Abgegeben am',
  sortable: true,
  inRow: 'labelled',
  cell: ({ handed_in_at }) => handed_in_at && <Moment at={handed_in_at} />,
}

/** For people who cannot sign in yet. */
const AccessNote = ({ has_access, invited_at }: Pick<DocPerson, 'has_access' | 'invited_at'>) =>
  !has_access && (
    <span className={css['access']}>
      {invited_at ? `eingeladen am ${formatDate(invited_at)}` : 'ohne Zugang'}
    </span>
  )

type ProgressFilterProps = {
  counts: DocPeople['counts']
  chosen: string
  onChoose: (state: string) => void
  children: ReactNode
}

/** Toggle buttons, one per progress, with the number of people. The list shows the people of the pressed ones. */
function ProgressFilter({ counts, chosen, onChoose, children }: ProgressFilterProps) {
  const pressed = parseStates(chosen)
  return (
    <fieldset className={css['states']}>
      <legend className="only-read">Stand</legend>
      {fillStates.toReversed().map((state) => {
        const isPressed = pressed.includes(state)
        const others = pressed.filter((other) => other !== state)
        return (
          <Button
            key={state}
            aria-pressed={isPressed}
            onClick={() => onChoose(stringifyStates(isPressed ? others : [...others, state]))}
          >
            {fillStateLabels[state]} <span className={css['count']}>{formatNumber(counts[state])}</span>
          </Button>
        )
      })}
      {children}
    </fieldset>
  )
}

type WithoutAccessNoteProps = { people: Pick<DocPeople, 'without_access' | 'invited'>; canRemind: boolean }

function WithoutAccessNote({ people, canRemind }: WithoutAccessNoteProps) {
  return (
    <p className={css['without']}>
      {withoutAccessInWords(people)}
      {canRemind &&
        ` Eine Erinnerung erreicht ${people.without_access === 1 ? 'diese Person' : 'diese Personen'} noch nicht.`}
      {people.without_access > people.invited && (
        <>
          {' '}
          <Link to="/users" search={usersSearch({ filter_status: 'Ohne Zugang' })}>
            Einladen
          </Link>
        </>
      )}
    </p>
  )
}

/** Result of a reminder; stays until dismissed, since a toast would be too short. */
function ReminderNotice({ reminded, onClose }: { reminded: ReminderResult; onClose: () => void }) {
  const [done, ...others] = remindedInWords(reminded)
  const close: ReactNode = (
    <Button size="small" onClick={onClose}>
      Verstanden
    </Button>
  )
  return (
    <div className={css['told']}>
      <Notice tone={reminded.reminded > 0 ? 'success' : 'info'} action={close}>
        <p>{done}</p>
        {others.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </Notice>
    </div>
  )
}

type NoPeopleProps = {
  search: PeopleSearch
  people: DocPeople
  onSearch: (change: Partial<PeopleSearch>) => void
}

function NoPeople({
  search: { filter, state },
  people: { counts, fields, hand_in },
  onSearch,
}: NoPeopleProps) {
  const icon = <UsersIcon />
  const isFiltered = filter.trim() !== ''
  if (!isFiltered && fields === 0 && !hand_in)
    return (
      <Empty icon={icon} title="Hier gibt es nichts auszufüllen.">
        <p>Felder fügen Sie unter „Bearbeiten“ ein.</p>
      </Empty>
    )
  if (!isFiltered && counts.finished + counts.begun + counts.missing === 0)
    return (
      <Empty icon={icon} title="Für niemanden bestimmt">
        <p>
          Es ist keine Gruppe gewählt, oder in den gewählten ist noch niemand. Unter „Verteilen …“ legen Sie
          fest, wer den Prozess sieht.
        </p>
      </Empty>
    )
  return (
    <Empty
      icon={icon}
      title={!isFiltered && state === unfinishedStates ? 'Alle sind fertig.' : 'Niemand gefunden'}
      action={<Button onClick={() => onSearch({ filter: '', state: '' })}>Alle zeigen</Button>}
    />
  )
}

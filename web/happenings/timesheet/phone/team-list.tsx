// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a list
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FindEverywhereLink } from '#web/lists/find-everywhere.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { CalendarIcon, CheckIcon, DownloadIcon, PlusIcon, SearchIcon, UndoIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { ariaSort, toggleOrder } from '#web/ui/table/order-by.ts'
import { SortIcon } from '#web/ui/table/sort-head.tsx'
import { sortOrders, type TeamHeadProps, type TeamProps, type TeamViewProps } from '../team.ts'
import css from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { PersonSheet } from './person-sheet.tsx'
import headCss from './phone-head.module.css'

type Props = TeamViewProps & {
  onSelecting: () => void
  /** Entry of the open sheet. */
  person: number | undefined
  onPerson: (timeentry_id: number | undefined) => void
  /** The day and the size of the team. */
  children: ReactNode
}

/** Team on a phone: one row per person, and the sheet of one of them above the bar. */
export function TeamList({ head, team, isTicking, empty, pager, foot, children, onSelecting, ...on }: Props) {
  const { person, onPerson } = on
  const opened = isTicking ? undefined : team.items.find(({ id }) => id === person)
  return (
    <>
      <PhoneHead {...head} onSelecting={onSelecting}>
        {children}
      </PhoneHead>
      {team.items.length === 0 ? (
        empty
      ) : (
        <TeamRows {...team} isTicking={isTicking} person={opened?.id} onPerson={onPerson} />
      )}
      <FindEverywhereLink filter={head.list.filterBox.value} />
      {pager}
      {head.onAdd && team.items.length > 0 && !isTicking && (
        <div className={css['add']}>
          <Button variant="quiet" icon={<PlusIcon />} onClick={head.onAdd}>
            Person hinzufügen
          </Button>
        </div>
      )}
      {foot(opened && <PersonSheet {...team} entry={opened} onPerson={onPerson} />)}
    </>
  )
}

type PhoneHeadProps = TeamHeadProps & {
  onSelecting: () => void
  /** The day and the size of the team. */
  children: ReactNode
}

/** Sticky head with the day of the team, a search, the sort order, and a menu for occasional actions. */
function PhoneHead({ part, list, excel, bulk, open, onAdd, onSelecting, children }: PhoneHeadProps) {
  const [isSearching, setIsSearching] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { filterBox, search, table } = list
  const hasSearch = isSearching || filterBox.value !== ''
  useEffect(() => {
    if (isSearching) box.current?.querySelector('input')?.focus()
  }, [isSearching])
  const more: MenuItem[] = [
    ...(bulk
      ? [
          { text: bulk.asPlanned.text, icon: <CalendarIcon />, onPick: bulk.asPlanned.act },
          { text: 'Mehrere auswählen', icon: <CheckIcon />, onPick: onSelecting },
        ]
      : []),
    // Before the bulk changes, since it is needed more often.
    ...(onAdd ? [{ text: 'Person hinzufügen …', icon: <PlusIcon />, onPick: onAdd }] : []),
    ...(bulk
      ? [
          ...bulk.items.map((item) => ({ ...item, text: `${bulk.whom}: ${item.text}` })),
          { text: 'Rückgängig', icon: <UndoIcon />, disabled: !open.canUndo, onPick: open.undo },
        ]
      : []),
    ...(part.can.administer
      ? [{ text: 'Excel', icon: <DownloadIcon />, onPick: () => location.assign(excel) }]
      : []),
  ]
  return (
    <div className={headCss['head']}>
      <div className={headCss['line']}>
        {children}
        <div className={headCss['signs']} data-own-search>
          <IconButton
            label="Suchen"
            icon={<SearchIcon />}
            aria-expanded={hasSearch}
            onClick={() => {
              if (hasSearch) filterBox.onChange('')
              setIsSearching(!hasSearch)
            }}
          />
          <Menu
            label="Sortieren"
            icon={<SortIcon sort="none" />}
            items={() => sortMenuItems(search.order_by, table.onOrder)}
          />
          {more.length > 0 && <Menu label="Mehr" items={more} />}
        </div>
      </div>
      {hasSearch && (
        <div ref={box} className={headCss['search']}>
          <FilterBox
            label="Zeiteinträge suchen"
            placeholder="Name, Nummer, Funktion, Firma …"
            {...filterBox}
          />
        </div>
      )}
    </div>
  )
}

/** Picking the current order reverses it. */
const sortMenuItems = (order: string, onOrder: (order: string) => void) =>
  sortOrders.map(({ key, head }): MenuItem => {
    const sort = ariaSort(order, key)
    return {
      text: head,
      checked: sort !== 'none',
      ...(sort !== 'none' && { note: sort === 'ascending' ? 'aufsteigend' : 'absteigend' }),
      icon: <SortIcon sort={sort} />,
      onPick: () => onOrder(toggleOrder(order, key)),
    }
  })

type TeamRowsProps = TeamProps & {
  /** Rows are selected instead of opened. */
  isTicking: boolean
  person: number | undefined
  onPerson: (timeentry_id: number | undefined) => void
}

function TeamRows({ part, items, hints, day, open, selection, table, isTicking, ...on }: TeamRowsProps) {
  return (
    <div role="table" aria-label="Zeiten" aria-busy={table.refreshing || undefined} className={css['people']}>
      <div role="rowgroup">
        {items.map((entry) => (
          <PersonRow
            key={entry.id}
            part={part}
            entry={entry}
            edit={open.edits.get(entry.id)}
            hints={hints(entry.id)}
            day={day}
            isOpen={on.person === entry.id}
            selected={isTicking ? selection.selected.has(entry.id) : undefined}
            onSelect={selection.select}
            onPerson={on.onPerson}
          />
        ))}
      </div>
    </div>
  )
}

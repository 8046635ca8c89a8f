import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { CalendarIcon, CheckIcon, DownloadIcon, PlusIcon, SearchIcon, UndoIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { SortIcon } from '#web/ui/table/data-table.tsx'
import { ariaSort, toggleOrder } from '#web/ui/table/order-by.ts'
import { type HeadProps, orders } from '../team.ts'
import css from './phone-head.module.css'

type Props = HeadProps & {
  onSelecting: () => void
  /** What the sheet is about. */
  children: ReactNode
}

/** The day stands still above the rows; what is needed now and then hides behind three signs beside it. */
export function PhoneHead({ part, list, excel, bulk, open, onAdd, onSelecting, children }: Props) {
  const [asks, setAsks] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { filterBox, search, table } = list
  const searches = asks || filterBox.value !== ''
  useEffect(() => {
    if (asks) box.current?.querySelector('input')?.focus()
  }, [asks])
  const more: MenuItem[] = [
    ...(bulk
      ? [
          { text: bulk.asPlanned.text, icon: <CalendarIcon />, onPick: bulk.asPlanned.act },
          { text: 'Mehrere auswählen', icon: <CheckIcon />, onPick: onSelecting },
        ]
      : []),
    // Before the many changes of all: it is looked for more often.
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
    <div className={css['head']}>
      <div className={css['line']}>
        {children}
        <div className={css['signs']}>
          <IconButton
            label="Suchen"
            icon={<SearchIcon />}
            aria-expanded={searches}
            onClick={() => {
              if (searches) filterBox.onChange('')
              setAsks(!searches)
            }}
          />
          <Menu
            label="Sortieren"
            icon={<SortIcon sort="none" />}
            items={() => sorts(search.order_by, table.onOrder)}
          />
          {more.length > 0 && <Menu label="Mehr" items={more} />}
        </div>
      </div>
      {searches && (
        <div ref={box} className={css['search']}>
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

/** Picking the one that holds turns it round. */
const sorts = (order: string, onOrder: (order: string) => void) =>
  orders.map(({ key, head }): MenuItem => {
    const sort = ariaSort(order, key)
    return {
      text: head,
      checked: sort !== 'none',
      ...(sort !== 'none' && { note: sort === 'ascending' ? 'aufsteigend' : 'absteigend' }),
      icon: <SortIcon sort={sort} />,
      onPick: () => onOrder(toggleOrder(order, key)),
    }
  })

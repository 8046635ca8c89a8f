// Table of results: people by fields. Virtualised with a constant row height: 500 people by 40 fields would be
// 20,000 cells. One click listener for all; long answers open in a dialog.
import { type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table of this size is far slower
// oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- clicks of its buttons
// oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys too
import { formatAnswer, isPicture } from '#contract/document/in-words.ts'
import type { DocResult, DocResults } from '#contract/results.ts'
import { fillStateLabels } from '#contract/words/fill-states.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { useIsNarrow } from '#web/ui/media.ts'
import { PictureButton, PictureDialog } from '../pictures/result-picture.tsx'
import css from './results.module.css'

/** A column of a field, or one before the fields. */
type ColumnType = DocResults['types'][number] | 'state' | 'moment'
/** In px, as in the style. */
const ROW_HEIGHT_PX = 52
/** The mounted rows move on in steps of this many, with at least one step above and below the visible ones. */
const ROW_STEP = 4

type OpenedAnswer = { field: string; person: string; text: string; picture?: string }

type Props = { results: DocResults; hidden: readonly string[]; refreshing: boolean }

export function ResultsTable({ results, hidden, refreshing }: Props) {
  const isNarrow = useIsNarrow()
  const { fields, types, items } = useMemo(
    () => withProgressColumns(withoutHiddenColumns(hidden, results), isNarrow),
    [hidden, results, isNarrow],
  )
  const [read, setRead] = useState<OpenedAnswer>()
  const scroller = useRef<HTMLElement>(null)
  const { first, last, look } = useVisibleRows(scroller, items.length)
  const open = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-column]') : null
    const column = Number(button?.dataset['column'])
    const person = items[Number(button?.closest<HTMLElement>('[data-row]')?.dataset['row'])]
    const field = fields[column]
    if (!person || field === undefined) return
    const type = types[column] ?? 'textarea'
    const value = person.values[column]
    setRead({
      field,
      person: person.display_name,
      text: answerText(value, type),
      ...(isPicture(value) && { picture: value }),
    })
  }
  const columns = `var(--person) ${fields.map((field, at) => `${columnWidthOf(field, types[at])}px`).join(' ')}`
  return (
    <>
      <section
        ref={scroller}
        className={css['scroller']}
        tabIndex={0}
        aria-label="Ergebnisse"
        data-refreshing={refreshing}
        onScroll={look}
      >
        <div
          role="table"
          aria-label="Ergebnisse"
          aria-rowcount={items.length + 1}
          aria-colcount={fields.length + 1}
          aria-busy={refreshing}
          className={css['table']}
          style={{ '--columns': columns } as object}
          onClick={open}
        >
          <div role="rowgroup" className={css['head']}>
            <div role="row" className={css['heads']} aria-rowindex={1}>
              <div role="columnheader" className={css['person']}>
                Person
              </div>
              {fields.map((field, at) => (
                <div
                  key={`${at} ${field}`}
                  role="columnheader"
                  className={css[cellStyleOf(types[at]).look]}
                  title={field}
                >
                  <span>{field}</span>
                </div>
              ))}
            </div>
          </div>
          <div
            role="rowgroup"
            className={css['body']}
            style={{ blockSize: items.length * ROW_HEIGHT_PX, paddingBlockStart: first * ROW_HEIGHT_PX }}
          >
            {items.slice(first, last).map((item, place) => {
              const at = first + place
              const key = item.user_id ?? `gone ${at}`
              return <Row key={key} at={at} item={item} types={types} />
            })}
          </div>
        </div>
      </section>
      {read &&
        (read.picture ? (
          <PictureDialog {...read} picture={read.picture} onClose={() => setRead(undefined)} />
        ) : (
          <Modal title={read.field} size="medium" isRead onClose={() => setRead(undefined)}>
            <p className={css['whose']}>{read.person}</p>
            <p className={css['whole']}>{read.text}</p>
          </Modal>
        ))}
    </>
  )
}

/** Removes hidden columns. */
function withoutHiddenColumns(hidden: readonly string[], results: DocResults): DocResults {
  if (!results.fields.some((field) => hidden.includes(field))) return results
  const isShown = (_: unknown, at: number) => !hidden.includes(results.fields[at] ?? '')
  return {
    ...results,
    fields: results.fields.filter(isShown),
    types: results.types.filter(isShown),
    items: results.items.map((item) => ({ ...item, values: item.values.filter(isShown) })),
  }
}

type TableData = Pick<DocResults, 'fields' | 'items'> & { types: ColumnType[] }

/** Adds columns about progress before the answers. Narrow windows lack the date, which the tab „Stand“ shows. */
function withProgressColumns({ hand_in, fields, types, items }: DocResults, isNarrow: boolean): TableData {
  const columns: [head: string, type: ColumnType, value: (item: DocResult) => string | null][] = [
    ['Stand', 'state', ({ state }) => (state ? fillStateLabels[state] : null)],
  ]
  if (!isNarrow)
    columns.push(['Zuletzt am', 'moment', ({ changed_at }) => formatDateTime(changed_at ?? null)])
  if (hand_in)
    columns.push(['Abgegeben am', 'moment', ({ handed_in_at }) => formatDateTime(handed_in_at ?? null)])
  return {
    fields: [...columns.map(([head]) => head), ...fields],
    types: [...columns.map(([, type]) => type), ...types],
    items: items.map((item) => ({
      ...item,
      values: [...columns.map(([, , value]) => value(item)), ...item.values],
    })),
  }
}

/**
 * Range of rendered rows, end exclusive. `rows`: their total number. A search may leave fewer rows than were
 * scrolled over.
 */
function useVisibleRows(scroller: RefObject<HTMLElement | null>, rows: number) {
  const [wanted, setWanted] = useState(0)
  const [count, setCount] = useState(visibleRowCount)
  useEffect(() => {
    const resize = () => setCount(visibleRowCount())
    window.addEventListener('resize', resize)
    return () => window.removeEventListener('resize', resize)
  }, [])
  const look = () => {
    const top = Math.floor((scroller.current?.scrollTop ?? 0) / ROW_HEIGHT_PX)
    setWanted(Math.max(0, Math.floor(top / ROW_STEP) * ROW_STEP - ROW_STEP))
  }
  const first = Math.min(wanted, Math.max(0, rows - count))
  return { first, last: first + count, look }
}
const visibleRowCount = () => Math.ceil(window.innerHeight / ROW_HEIGHT_PX) + 3 * ROW_STEP

type RowProps = {
  at: number
  item: DocResult
  types: readonly ColumnType[]
}

/** Rerenders only when its answers change. */
const Row = memo(function Row({ at, item: { user_id, display_name, values }, types }: RowProps) {
  return (
    <div role="row" className={css['row']} data-row={at} aria-rowindex={at + 2}>
      <div role="rowheader" className={css['person']} data-gone={user_id === null} title={display_name}>
        <span>{display_name}</span>
      </div>
      {values.map((value, column) => {
        const { look, fitting } = cellStyleOf(types[column])
        const text = answerText(value, types[column] ?? 'textarea')
        return (
          <div key={column} role="cell" className={css[look]}>
            {isPicture(value) ? (
              <PictureButton value={value} text={text} column={column} className={css['picture']} />
            ) : types[column] === 'checkbox' && value ? (
              <span role="img" aria-label={text}>
                ✓
              </span>
            ) : text.length > fitting || text.includes('\n') ? (
              <button type="button" data-column={column}>
                <span>{text}</span>
              </button>
            ) : (
              text
            )}
          </div>
        )
      })}
    </div>
  )
})

function answerText(value: DocResult['values'][number] | undefined, type: ColumnType): string {
  if (typeof value === 'number') return formatNumber(value).replace('-', '−')
  if (!value || type === 'state' || type === 'moment') return value ?? ''
  return formatAnswer(type, value)
}

/** `look`: style of a cell. `fitting`: number of characters that surely fit. `width`: in px. */
const shortCell = { look: 'checkbox', fitting: 11, width: 120 }
const longCell = { look: 'textarea', fitting: 32, width: 240 }
const cellStyles: Record<ColumnType, typeof shortCell> = {
  text: { ...shortCell, look: 'text' },
  checkbox: { ...shortCell, width: 64 },
  date: shortCell,
  time: shortCell,
  textarea: longCell,
  choice: longCell,
  choices: longCell,
  photo: shortCell,
  signature: shortCell,
  state: { ...shortCell, width: 124 },
  moment: { look: 'checkbox', fitting: 19, width: 116 },
}
/** A type of a newer release is shown as text. */
const cellStyleOf = (type: ColumnType | undefined) => (type && cellStyles[type]) ?? longCell
const MAX_COLUMN_WIDTH_PX = 240

/**
 * In whole px, so that heads and cells align. Wide enough for the answers, the longest word of the name, and
 * the name in three lines.
 */
function columnWidthOf(field: string, type: ColumnType | undefined): number {
  const word = Math.max(...field.split(/[\s-]/).map(({ length }) => length))
  return Math.round(
    Math.min(Math.max(cellStyleOf(type).width, word * 8.5 + 26, field.length * 3.8), MAX_COLUMN_WIDTH_PX),
  )
}

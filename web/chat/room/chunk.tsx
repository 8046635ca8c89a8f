import { memo } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import { dayText } from '../days.ts'
import css from './message.module.css'
import { Message } from './message.tsx'
import type { Row } from './rows.ts'

type Props = {
  rows: Row[]
  isNamed: boolean
  mayDeleteAll: boolean
  today: string
  onDelete: (message: ChatMessage) => Promise<void>
  onShow: (message: ChatMessage) => void
}

/** What a row is high that nobody has seen yet, on the average. */
const ROW_PX = 46

/** Some rows that are drawn together, or not at all while they are far from sight. */
export const Chunk = memo(function Chunk(props: Props) {
  const { rows, isNamed, mayDeleteAll, today, onDelete, onShow } = props
  return (
    <div className={css['chunk']} style={{ containIntrinsicBlockSize: `auto ${rows.length * ROW_PX}px` }}>
      {rows.map((row) =>
        row.type === 'message' ? (
          <Message
            key={row.key}
            message={row.message}
            isOwn={row.isOwn}
            isFirst={row.isFirst}
            isNamed={isNamed}
            unsent={row.unsent}
            mayDelete={row.unsent === undefined && (row.isOwn || mayDeleteAll)}
            onDelete={onDelete}
            onShow={onShow}
          />
        ) : (
          <h3 key={row.key} className={css[row.type]} data-new={row.type === 'new' || undefined}>
            <span>{row.type === 'new' ? 'Neue Nachrichten' : dayText(row.day, today)}</span>
          </h3>
        ),
      )}
    </div>
  )
}, isSame)

/** Rows are made anew with every message; mostly they are what they were. */
function isSame(before: Props, after: Props): boolean {
  return (
    before.today === after.today &&
    before.mayDeleteAll === after.mayDeleteAll &&
    before.onDelete === after.onDelete &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, at) => isSameRow(row, after.rows[at]))
  )
}

function isSameRow(one: Row, other: Row | undefined): boolean {
  if (one.key !== other?.key || one.type !== 'message' || other.type !== 'message')
    return one.key === other?.key
  return one.message === other.message && one.isFirst === other.isFirst && one.unsent === other.unsent
}

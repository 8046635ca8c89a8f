// The rows of the log as they are drawn.
import { memo } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { MoreIcon } from '#web/ui/icon.tsx'
import { dayText, timeOf } from '../days.ts'
import { Sending } from '../not-sent.tsx'
import type { Unsent } from '../outgoing.ts'
import { undoPlaceOf } from '../search.ts'
import { linked } from './linked.ts'
import css from './message.module.css'
import type { Row } from './rows.ts'

/** Opens the menu of what can be done with a message. */
type OnMenu = (message: ChatMessage, opener: HTMLElement) => void

type ChunkProps = {
  rows: readonly Row[]
  isNamed: boolean
  mayDeleteAll: boolean
  today: string
  onMenu: OnMenu
  onShow: (message: ChatMessage) => void
}

/** Average height of a row, for those that were never drawn. */
const ROW_PX = 46

/** Rows that are drawn together, or not at all while they are far from sight. */
export const Chunk = memo(function Chunk(props: ChunkProps) {
  const { rows, isNamed, mayDeleteAll, today, onMenu, onShow } = props
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
            hasMenu={row.unsent === undefined && (row.isOwn || mayDeleteAll)}
            onMenu={onMenu}
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
})

type MessageProps = {
  message: ChatMessage
  isOwn: boolean
  isFirst: boolean
  /** In a group: the author's name stands above the message. */
  isNamed: boolean
  hasMenu: boolean
  unsent: Unsent | undefined
  onMenu: OnMenu
  onShow: (message: ChatMessage) => void
}

/** Memoized: there may be thousands of them. */
const Message = memo(function Message(props: MessageProps) {
  const { message, isOwn, isFirst, isNamed, hasMenu, unsent, onMenu, onShow } = props
  const { id, user_id, display_name, created_at, content, image } = message
  const time = timeOf(created_at)
  const hasAuthor = isNamed && !isOwn
  return (
    <article
      className={css['message']}
      data-own={isOwn}
      data-first={isFirst}
      data-authored={hasAuthor}
      data-id={unsent ? undefined : id}
      data-menu={hasMenu || undefined}
      aria-label={`${isOwn ? 'Sie' : display_name}, ${time}`}
    >
      {isFirst && hasAuthor && (
        <>
          <span className={css['avatar']}>
            <Avatar name={display_name} id={user_id} size="small" />
          </span>
          <p className={css['author']}>{display_name}</p>
        </>
      )}
      <div className={css['line']}>
        <div className={css['bubble']}>
          {image && (
            <button
              type="button"
              className={css['picture']}
              aria-label="Bild groß zeigen"
              onClick={() => onShow(message)}
            >
              <img
                src={unsent || image.startsWith('data:') ? image : `${image}?size=small`}
                alt=""
                loading="lazy"
              />
            </button>
          )}
          {content && (
            <p className={css['text']} dir="auto">
              {linked(content).map(({ text, href }, at) =>
                href === undefined ? (
                  text
                ) : (
                  <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
                    {text}
                  </a>
                ),
              )}
            </p>
          )}
          <time dateTime={created_at}>{time}</time>
        </div>
        {hasMenu && (
          <button
            type="button"
            className={css['more']}
            aria-haspopup="menu"
            aria-label="Aktionen für diese Nachricht"
            title="Aktionen"
            onClick={({ currentTarget }) => onMenu(message, currentTarget)}
          >
            <MoreIcon size={16} />
          </button>
        )}
      </div>
      {unsent && <Sending unsent={unsent} place={undoPlaceOf(unsent)} />}
    </article>
  )
})

// Renders the rows of the log.
import { memo } from 'react'
import type { ChatMessage, ChatQuote } from '#contract/chat.ts'
import { type ReactionName, reactions as signs } from '#contract/words/reactions.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { MoreIcon } from '#web/ui/icon.tsx'
import { dayText, formatLocalTime } from '../days.ts'
import { UnsentMessageState } from '../not-sent.tsx'
import type { UnsentItem, UnsentWording } from '../outgoing.ts'
import { undoPlaceOf } from '../search.ts'
import type { MessageDetailKind } from './details.tsx'
import css from './message.module.css'
import { piecesOf } from './message-pieces.ts'
import { quoteExcerpt, type ShownImage } from './messages.ts'
import type { OpenRoom } from './open-room.ts'
import { type Row, UNSENT_ID } from './rows.ts'

/** Props that all messages of a room share. One stable object, so that unchanged messages do not rerender. */
type RoomContext = {
  open: OpenRoom
  user_id: number
  canPost: boolean
  mayDeleteAll: boolean
  /** Opens the menu with the actions on a message. */
  onMenu: (message: ChatMessage, opener: HTMLElement) => void
  /** Opens an image of a message in the lightbox. */
  onShow: (image: ShownImage) => void
  onReact: (id: number, reaction: ReactionName, isOn: boolean) => void
  /** Scrolls to a message, after loading it if needed. */
  onGo: (id: number) => void
  onDetails: (id: number, detail: MessageDetailKind) => void
}

type ChunkProps = { rows: readonly Row[]; today: string; around: RoomContext }

/** Estimated row height in px, for blocks never rendered. */
const ROW_PX = 46

/** Several rows as one block, whose layout and painting the browser skips while far outside the viewport. */
export const Chunk = memo(function Chunk({ rows, today, around }: ChunkProps) {
  return (
    <div className={css['chunk']} style={{ containIntrinsicBlockSize: `auto ${rows.length * ROW_PX}px` }}>
      {rows.map((row) =>
        row.type === 'message' ? (
          <Message
            key={row.key}
            message={row.message}
            isOwn={row.isOwn}
            isFirst={row.isFirst}
            unsent={row.unsent}
            around={around}
          />
        ) : row.type === 'wording' ? (
          <UnsentEdit key={row.key} wording={row.wording} onGo={around.onGo} />
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
  unsent: UnsentItem | undefined
  around: RoomContext
}

/** Memoized, since there may be thousands. */
const Message = memo(function Message(props: MessageProps) {
  const { message, isOwn, isFirst, unsent, around } = props
  const { open, canPost, mayDeleteAll, onMenu, onShow, onGo, onDetails } = around
  const { id, user_id, display_name, created_at, content, images, reply_to, reactions } = message
  const time = formatLocalTime(created_at)
  // In a group the author's name is shown above messages of others.
  const hasAuthor = open.room.kind === 'groups' && !isOwn
  const isSent = id !== UNSENT_ID
  const hasMenu = isSent && (canPost || isOwn || mayDeleteAll || content !== '')
  return (
    <article
      className={css['message']}
      data-own={isOwn}
      data-first={isFirst}
      data-authored={hasAuthor}
      data-id={isSent ? id : undefined}
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
          {reply_to && <Quote quote={reply_to} onPick={onGo} />}
          {images.length > 0 && (
            <div className={css['pictures']} data-count={Math.min(images.length, 3)}>
              {images.map((src, at) => (
                <button
                  key={at}
                  type="button"
                  className={css['picture']}
                  aria-label={`Bild ${images.length > 1 ? `${at + 1} von ${images.length} ` : ''}groß zeigen`}
                  onClick={() => onShow({ message, src, at })}
                >
                  <img src={src.startsWith('data:') ? src : `${src}?size=small`} alt="" loading="lazy" />
                </button>
              ))}
            </div>
          )}
          {content && (
            <p className={css['text']} dir="auto" data-edited={message.edited_at !== null}>
              {piecesOf(message).map(({ text, href, mentions }, at) =>
                mentions !== undefined ? (
                  // Isolated, so that a right-to-left name does not change the direction of the paragraph.
                  <bdi key={at} data-own={mentions === 'all' || mentions === around.user_id}>
                    {text}
                  </bdi>
                ) : href === undefined ? (
                  text
                ) : (
                  <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
                    {text}
                  </a>
                ),
              )}
            </p>
          )}
          <span className={css['facts']}>
            {message.edited_at && (
              <button
                type="button"
                className={css['edited']}
                aria-haspopup="dialog"
                onClick={() => onDetails(id, 'wordings')}
              >
                bearbeitet
              </button>
            )}
            <time dateTime={created_at}>{time}</time>
          </span>
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
      {reactions.length > 0 && <Reactions message={message} around={around} />}
      {unsent && <UnsentMessageState unsent={unsent} place={undoPlaceOf(unsent.args)} />}
    </article>
  )
})

/** A refused edit of an own message that is deleted or not loaded, as a row of its own. */
function UnsentEdit({ wording, onGo }: { wording: UnsentWording; onGo: RoomContext['onGo'] }) {
  const { message_id: id, before, content } = wording.args
  const message = { user_id: null, display_name: 'Ihre Nachricht', content: quoteExcerpt(before) }
  return (
    <article className={css['message']} data-own data-first aria-label="Ihre Änderung einer Nachricht">
      <p className={css['author']}>Änderung</p>
      <div className={css['line']}>
        <div className={css['bubble']}>
          <Quote quote={{ id, message }} onPick={onGo} />
          <p dir="auto" className={css['text']}>
            {content}
          </p>
        </div>
      </div>
      <UnsentMessageState unsent={wording} place={undoPlaceOf(wording.args)} />
    </article>
  )
}

/** Quote of the answered message. A press scrolls to that message. */
export function Quote({
  quote: { id, message },
  onPick,
}: {
  quote: ChatQuote
  onPick?: (id: number) => void
}) {
  if (!message) return <p className={css['quote']}>Nachricht gelöscht</p>
  const words = (
    <>
      <b>{message.display_name}</b>
      <span dir="auto">{message.content || 'Bild'}</span>
    </>
  )
  if (!onPick) return <p className={css['quote']}>{words}</p>
  return (
    <button type="button" className={css['quote']} title="Zur Nachricht" onClick={() => onPick(id)}>
      {words}
    </button>
  )
}

type ReactionsProps = { message: ChatMessage; around: RoomContext }

/** Reactions of a message; a press toggles the own one. */
function Reactions({ message: { id, reactions }, around }: ReactionsProps) {
  const { user_id, canPost, onReact, onDetails } = around
  return (
    <ul className={css['reactions']} aria-label="Reaktionen">
      {reactions.map(({ reaction, user_ids }) => {
        const { sign, word } = signs[reaction]
        const isOn = user_ids.includes(user_id)
        return (
          <li key={reaction}>
            <button
              type="button"
              aria-pressed={isOn}
              aria-label={`${word}: ${formatNumber(user_ids.length)}`}
              aria-disabled={!canPost || undefined}
              onClick={() => canPost && onReact(id, reaction, !isOn)}
            >
              {sign}
              <span>{formatNumber(user_ids.length)}</span>
            </button>
          </li>
        )
      })}
      <li>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label="Wer reagiert hat"
          onClick={() => onDetails(id, 'reactions')}
        >
          <MoreIcon size={16} />
        </button>
      </li>
    </ul>
  )
}

import { memo } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { TrashIcon } from '#web/ui/icon.tsx'
import { timeOf } from '../days.ts'
import { undoPlaceOf } from '../search.ts'
import { Sending } from '../sending.tsx'
import type { Unsent } from '../unsent.ts'
import { linked } from './linked.ts'
import css from './message.module.css'

type Props = {
  message: ChatMessage
  isOwn: boolean
  isFirst: boolean
  /** Of several whose names stand above what they say; with one other nobody asks. */
  isNamed: boolean
  mayDelete: boolean
  unsent: Unsent | undefined
  onDelete: (message: ChatMessage) => Promise<void>
  onShow: (message: ChatMessage) => void
}

/** Drawn once and then left alone: there may be thousands of them. */
export const Message = memo(function Message(props: Props) {
  const { message, isOwn, isFirst, isNamed, mayDelete, unsent, onDelete, onShow } = props
  const { id, user_id, display_name, created_at, content, image } = message
  const time = timeOf(new Date(created_at))
  const isTold = isNamed && !isOwn
  return (
    <article
      className={css['message']}
      data-own={isOwn}
      data-first={isFirst}
      data-told={isTold}
      data-id={unsent ? undefined : id}
      aria-label={`${isOwn ? 'Ich' : display_name}, ${time}`}
    >
      {isFirst && isTold && (
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
        {mayDelete && (
          <button
            type="button"
            className={css['delete']}
            aria-label="Nachricht löschen"
            title="Nachricht löschen"
            onClick={() => void onDelete(message)}
          >
            <TrashIcon size={16} />
          </button>
        )}
      </div>
      {unsent && <Sending unsent={unsent} place={undoPlaceOf(unsent)} />}
    </article>
  )
})

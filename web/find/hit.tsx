// A hit: link, name and excerpt.
import { Link, type LinkProps } from '@tanstack/react-router'
import { createContext, Fragment, use } from 'react'
import type { SearchHits } from '#contract/find.ts'
import { highlightsOf, searchWordsOf } from '#contract/words/matches.ts'
import { useOpenDirectChat } from '#web/chat/queries.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { ChatIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './find.module.css'

type HitProps = {
  to: string
  params?: object
  search?: object | undefined
  hash?: string | undefined
  name: string
  text?: string | null | undefined
  at?: string
}

export function Hit({ to, params = {}, search = {}, hash, name, text, at }: HitProps) {
  return (
    <li>
      <Link {...({ to, params, search, hash } as LinkProps)} className={css['hit']} data-hit>
        <HitText name={name} text={text} at={at} />
      </Link>
    </li>
  )
}

/** Opens a chat with the person. For administrators it opens the person's page, and a button beside it the chat. */
export function PersonHit({
  person: { id, display_name, username },
}: {
  person: SearchHits['people']['items'][number]
}) {
  const { is_admin } = useCurrentUser()
  const writeTo = useOpenDirectChat()
  const look = { className: `${css['hit']} ${css['person']}`, 'data-hit': true }
  const marked = (text: string) => (
    <>
      <Avatar name={display_name} id={id} />
      <span>
        <HitText name={display_name} text={text} />
      </span>
    </>
  )
  if (is_admin)
    return (
      <li className={css['both']}>
        <Link to="/users/$user_id/person" params={{ user_id: id }} {...look}>
          {marked(username)}
        </Link>
        <IconButton
          label={`Nachricht an ${display_name} schreiben`}
          icon={<ChatIcon />}
          data-hit
          onClick={() => void writeTo(id)}
        />
      </li>
    )
  return (
    <li>
      <button type="button" {...look} onClick={() => void writeTo(id)}>
        {marked('Nachricht schreiben')}
      </button>
    </li>
  )
}

type HitTextProps = { name: string; text?: string | null | undefined; at?: string | undefined }

const HitText = ({ name, text, at }: HitTextProps) => (
  <>
    <span className={css['name']}>
      <bdi>
        <HighlightedText text={name} />
      </bdi>
      {at && (
        <span className={css['at']}>
          <time dateTime={at}>{formatToMinute(at)}</time>
        </span>
      )}
    </span>
    {text && (
      <span className={css['text']}>
        <bdi>
          <HighlightedText text={text} />
        </bdi>
      </span>
    )}
  </>
)

/** The typed words, which the hits highlight. */
export const SearchWordsContext = createContext('')

function HighlightedText({ text }: { text: string }) {
  const marks = highlightsOf(text, searchWordsOf(use(SearchWordsContext)))
  return (
    <>
      {marks.map(({ from, to }, at) => (
        <Fragment key={from}>
          {text.slice(marks[at - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  )
}

/** '03.04.2027, 09:30' */
const formatToMinute = (at: string) => formatDateTime(at).slice(0, 16).replace(' ', ', ')

// Search in the open room. It replaces the room's head and steps through the hits, newest first.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import { excerptOf, matchesAllWords, minSearchLength, searchWordsOf } from '#contract/words/matches.ts'
import { ask, errorSentence, isUnanswered } from '#web/api.ts'
import { useOutage } from '#web/shell/outage.ts'
import { useStore } from '#web/store.ts'
import { Button } from '#web/ui/button.tsx'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon, ImageIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useCloseRequest } from '#web/ui/use-close-request.ts'
import { dayText, localDay } from '../days.ts'
import type { RoomRef } from '../search.ts'
import css from './find-in-room.module.css'
import { ImageGallery, OFFLINE_HITS_SENTENCE } from './images.tsx'
import { storedMessages } from './messages.ts'
import type { OpenRoom } from './open-room.ts'

export function FindInRoom({ open, onClose }: { open: OpenRoom; onClose: () => void }) {
  const [filter, setFilter] = useState('')
  const [at, setAt] = useState(0)
  const [hasImages, setHasImages] = useState(false)
  const { hits, more, note } = useHits(open, filter)
  const isLeading = useStore(open.states, ({ pendingTarget }) => pendingTarget.message !== undefined)
  const today = useToday()
  useCloseRequest(true, onClose)

  const place = Math.min(at, hits.length - 1)
  const hit = hits[place]
  const message = hit?.id
  useEffect(() => {
    if (message === undefined) return undefined
    open.leadTo({ message, find: filter })
    return () => open.unmark()
  }, [open, message, filter])

  const step = (by: 1 | -1) => setAt(Math.max(0, Math.min(place + by, hits.length - 1)))
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    // Enter leads to the next hit only once the typed text has been searched.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.value === filter)
      step(event.shiftKey ? -1 : 1)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it, wherever inside the focus is */}
      <header className={css['bar']} onKeyDown={keys}>
        <div className={css['parts']}>
          <div className={css['field']}>
            <FilterBox
              isFirst
              label="In diesem Chat suchen"
              placeholder="In diesem Chat suchen …"
              value={filter}
              onChange={(next) => {
                setFilter(next)
                setAt(0)
              }}
            />
          </div>
          <output className={css['count']}>
            {isLeading && <Spinner />}
            {hit && `${formatNumber(place + 1)} von ${more ? 'über ' : ''}${formatNumber(hits.length)}`}
            {hit && (
              <span className="only-read">
                {`${hit.display_name}, ${dayText(localDay(hit.created_at), today)}: ${hit.excerpt}`}
              </span>
            )}
          </output>
          <div className={css['buttons']}>
            <IconButton
              label="Älterer Treffer"
              icon={<ChevronUpIcon />}
              aria-disabled={place + 1 >= hits.length}
              onClick={() => step(1)}
            />
            <IconButton
              label="Neuerer Treffer"
              icon={<ChevronDownIcon />}
              aria-disabled={place <= 0}
              onClick={() => step(-1)}
            />
            <Button
              variant="quiet"
              icon={<ImageIcon />}
              aria-haspopup="dialog"
              onClick={() => setHasImages(true)}
            >
              Bilder
            </Button>
          </div>
          <span className={css['close']}>
            <IconButton label="Suche schließen" icon={<CloseIcon />} onClick={onClose} />
          </span>
          <output className={css['note']}>{note}</output>
        </div>
      </header>
      {hasImages && <ImageGallery open={open} onClose={() => setHasImages(false)} />}
    </>
  )
}

const TOO_SHORT_SENTENCE = 'Geben Sie wenigstens zwei Buchstaben oder Ziffern ein.'
const NO_HITS_SENTENCE = 'Nichts gefunden. Suchen Sie mit weniger Wörtern, oder nur mit ihrem Anfang.'
const INDEXING_SENTENCE =
  'Nach einer Wiederherstellung sind ältere Nachrichten erst in wenigen Minuten zu finden.'
const tooManyHitsSentence = (count: number) =>
  `Es gibt mehr als ${formatNumber(count)} Treffer: Ein weiteres Wort grenzt sie ein.`

type Hit = { id: number; display_name: string; created_at: string; excerpt: string }
type Hits = { hits: readonly Hit[]; more?: boolean; note?: string | undefined }

/** Hits, newest first; while offline, among the loaded messages. */
function useHits(open: OpenRoom, filter: string): Hits {
  const isAway = useOutage() !== undefined
  const { messages } = useStore(open.states)
  const isTooShort = searchWordsOf(filter).join('').length < minSearchLength
  const { data, error } = useQuery({ ...hitsQuery(open.room, filter), enabled: !isTooShort && !isAway })
  const isHereAlone = !isTooShort && (isAway || (!data && isUnanswered(error)))
  const here = useMemo(
    () => (isHereAlone ? hitsAmong(storedMessages(messages), filter) : undefined),
    [isHereAlone, messages, filter],
  )
  if (filter.trim() === '') return { hits: [], note: isAway ? OFFLINE_HITS_SENTENCE : undefined }
  if (isTooShort) return { hits: [], note: TOO_SHORT_SENTENCE }
  return here ?? data ?? { hits: [], note: error ? errorSentence(error) : undefined }
}

const hitsQuery = (room: RoomRef, filter: string) =>
  queryOptions({
    queryKey: ['chat', 'hits', room.kind, room.room_id, filter],
    queryFn: ({ signal }) => askHits(room, filter, signal),
    // New messages may be hits.
    staleTime: 0,
  })

async function askHits({ kind, room_id }: RoomRef, filter: string, signal: AbortSignal): Promise<Hits> {
  const query = { filter, kind: 'messages', room: `${kind}/${room_id}` } as const
  const { items, more, only_newest } = (await ask('GET', '/find/', { query, signal })).messages
  // Sorted by age again, since the server ranks matches at the beginning of a word first.
  const hits = items.toSorted((one, other) => other.id - one.id)
  const note = only_newest
    ? INDEXING_SENTENCE
    : more
      ? tooManyHitsSentence(hits.length)
      : hits.length === 0
        ? NO_HITS_SENTENCE
        : undefined
  return { hits, more, note }
}

function hitsAmong(messages: readonly ChatMessage[], filter: string): Hits {
  const words = searchWordsOf(filter)
  const hits = messages
    .filter(({ content }) => matchesAllWords(content, words))
    .map((message) => ({ ...message, excerpt: excerptOf(message.content, words) }))
    .toReversed()
  return { hits, note: hits.length > 0 ? OFFLINE_HITS_SENTENCE : `${OFFLINE_HITS_SENTENCE} Nichts gefunden.` }
}

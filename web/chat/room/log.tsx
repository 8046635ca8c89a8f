// The scrolling log of a room, which keeps its position when messages are added above or below.
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import type { ReactionName } from '#contract/words/reactions.ts'
import { highlightMatches } from '#web/find/mark.ts'
import { useOutage } from '#web/shell/outage.ts'
import { useStore } from '#web/store.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Lightbox } from '#web/ui/dialog/lightbox.tsx'
import { bidiIsolate } from '#web/ui/format.ts'
import { ArrowDownIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { focusOn } from '#web/ui/keyboard/focus-on.ts'
import { type MenuHandle, SharedMenu } from '#web/ui/menu.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Empty } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { dayText, formatLocalTime, localDay } from '../days.ts'
import { useUnsentItemsIn, withUnsentWording } from '../outgoing.ts'
import { type MessageDetailKind, MessageDetails } from './details.tsx'
import { Chunk } from './message.tsx'
import { messageMenuItems } from './message-menu.tsx'
import { plainText } from './message-pieces.ts'
import { createNameUpdater, imagesOf, type Me, type ShownImage, storedMessages } from './messages.ts'
import { isPageFocused, type OpenRoom } from './open-room.ts'
import { withPendingReactions } from './own-reactions.ts'
import css from './room.module.css'
import { chunksOf, rowKey, rowsOf } from './rows.ts'
import { useScrolling } from './use-scrolling.ts'
import { useMessageGestures } from './use-touches.ts'

type Props = {
  open: OpenRoom
  me: Me
  canPost: boolean
  mayDeleteAll: boolean
  /** The search in the room is open. */
  isFinding: boolean
  onReply: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
}

export function MessageLog({ open, me, canPost, mayDeleteAll, isFinding, onReply, onEdit }: Props) {
  const { messages, meta, newAfter, reachedTarget, pendingTarget } = useStore(open.states)
  const wishes = useStore(open.wishes)
  const today = useToday()
  const [enlarged, setEnlarged] = useState<ShownImage>()
  const [details, setDetails] = useState<{ id: number; detail: MessageDetailKind }>()

  const names = useMemo(() => createNameUpdater(meta?.users ?? []), [meta])
  const list = useMemo(
    () => withPendingReactions(storedMessages(messages), wishes, me.id).map(names.inMessage),
    [messages, wishes, me.id, names],
  )
  const unsent = useUnsentItemsIn(open.room)
  const rows = useMemo(() => rowsOf(list, unsent, me, newAfter), [list, unsent, me, newAfter])

  const [chunkStarts] = useState(() => new Set<string>())
  const chunks = useMemo(() => chunksOf(rows, chunkStarts), [rows, chunkStarts])

  const { log, content, isAtEnd, toEnd, look } = useScrolling(open, rows, reachedTarget)
  useOnPageReturn(() => {
    open.lookedAtAgain()
    look()
  })
  // The target may load late. If the person is writing or searching by then, the focus does not move.
  const takeFocus = useEffectEvent((target: HTMLElement) => {
    const isWriting = document.activeElement?.matches('textarea')
    if (!isWriting && !(isFinding && reachedTarget.find)) focusOn(target)
  })
  useEffect(() => {
    const { message, find } = reachedTarget
    const target = content.current?.querySelector<HTMLElement>(`[data-id="${message}"]`)
    if (!target) return undefined
    takeFocus(target)
    if (find) return highlightMatches(target, find)
    target.dataset['led'] = 'true'
    return () => delete target.dataset['led']
  }, [content, reachedTarget])
  // Sending scrolls to the end. Messages that were already unsent when the room was opened do not.
  const lastUnsent = unsent.findLast((one) => one.kind === 'message')?.args.written_at ?? ''
  const [openedAt] = useState(() => new Date().toISOString())
  const ledBy = useRef(openedAt)
  useEffect(() => {
    if (lastUnsent <= ledBy.current) return
    ledBy.current = lastUnsent
    toEnd()
  }, [lastUnsent, toEnd])

  const remove = useCallback(
    async (message: ChatMessage) => {
      const next = neighbourOf(message.id, content.current)
      const isGone = await confirm({
        title: 'Soll diese Nachricht gelöscht werden?',
        children: <p>Sie verschwindet für alle in diesem Chat.</p>,
        verb: 'Löschen',
        danger: true,
        act: () => open.remove(message.id),
      })
      if (!isGone) return
      focusOn(next ?? log.current)
      toast('Nachricht gelöscht')
    },
    [open, log, content],
  )
  const react = useCallback(
    (id: number, reaction: ReactionName, isOn: boolean) =>
      void open.react({ id, reaction, isOn }).catch(toastFailure),
    [open],
  )
  const menu = useRef<MenuHandle>(null)
  const openMenu = useCallback(
    (message: ChatMessage, opener: HTMLElement) => {
      const latest = () => {
        const now = storedMessages(open.states.get().messages).find(({ id }) => id === message.id) ?? message
        return names.inMessage(withUnsentWording(me.id, now))
      }
      const items = messageMenuItems(message, {
        user_id: me.id,
        canPost,
        mayDeleteAll,
        latest,
        onReact: react,
        onReply,
        onEdit,
        onRemove: (one) => void remove(one),
      })
      menu.current?.openAt(opener, { title: authorAndTime(message, today), items })
    },
    [open, me.id, names, canPost, mayDeleteAll, react, onReply, onEdit, remove, today],
  )
  const go = useCallback((id: number) => open.leadTo({ message: id }), [open])
  const around = useMemo(
    () => ({
      open,
      user_id: me.id,
      canPost,
      mayDeleteAll,
      onMenu: openMenu,
      onShow: setEnlarged,
      onReact: react,
      onGo: go,
      onDetails: (id: number, detail: MessageDetailKind) => setDetails({ id, detail }),
    }),
    [open, me.id, canPost, mayDeleteAll, openMenu, react, go],
  )
  const touches = useMessageGestures((id) => {
    const message = canPost && list.find((one) => one.id === id)
    if (message) onReply(message)
  })
  const detailed = storedMessages(messages).find(({ id }) => id === details?.id)
  // The log gets the focus, since the pressed button disappears at the end.
  const goToEnd = () => {
    focusOn(log.current)
    toEnd()
  }
  return (
    <div className={css['around']}>
      <div
        ref={log}
        className={css['log']}
        role="log"
        aria-live="off"
        aria-label="Nachrichten"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard
        tabIndex={0}
      >
        <p className={css['older']}>
          {messages.hasOlder ? <OlderMessagesState /> : rows.length > 0 && 'Hier beginnt der Chat.'}
        </p>
        {rows.length === 0 && (
          <Empty title="Noch keine Nachrichten">{canPost && <p>Schreiben Sie die erste.</p>}</Empty>
        )}
        <div ref={content} className={css['content']} {...touches}>
          {chunks.map(({ key, rows }) => (
            <Chunk key={key} rows={rows} today={today} around={around} />
          ))}
        </div>
      </div>
      <ScrollToEndButton list={list} user_id={me.id} isAtEnd={isAtEnd} onPick={goToEnd} />
      {/* Remounted with the first list of the server, so that messages missing in the offline copy are not announced. */}
      <NewMessageAnnouncer key={messages.epoch > 0 ? 1 : 0} newest={list.at(-1)} user_id={me.id} />
      <output className={css['going']}>
        {pendingTarget.message !== undefined && !isFinding && (
          <span>
            <Spinner /> Die Nachricht wird geholt …
          </span>
        )}
      </output>
      {detailed && details && (
        <MessageDetails
          room={open.room}
          message={detailed}
          detail={details.detail}
          onClose={() => setDetails(undefined)}
        />
      )}
      {enlarged && rows.some(({ key }) => key === rowKey(enlarged.message)) && (
        <EnlargedImage image={enlarged} among={imagesOf([enlarged.message])} onShow={setEnlarged} />
      )}
      <SharedMenu ref={menu} />
    </div>
  )
}

type EnlargedImageProps = {
  image: ShownImage
  /** Images of the lightbox, including this one. */
  among: readonly ShownImage[]
  action?: ReactNode
  onShow: (image: ShownImage | undefined) => void
}

export function EnlargedImage({ image: { message, src, at }, among, action, onShow }: EnlargedImageProps) {
  const today = useToday()
  const { images, display_name } = message
  const place = images.length > 1 ? `, ${at + 1} von ${images.length}` : ''
  const here = among.findIndex((image) => image.src === src && image.at === at)
  const turn = (by: number) => onShow(among.at((here + by) % among.length))
  return (
    <Lightbox
      src={src}
      alt={`Bild von ${display_name}${place}`}
      caption={authorAndTime(message, today) + place}
      action={action}
      onTurn={among.length > 1 ? turn : undefined}
      onClose={() => onShow(undefined)}
    />
  )
}

/** Loading, or the reason why nothing loads. */
function OlderMessagesState() {
  const away = useOutage()
  if (away === undefined) return <Spinner />
  return `Ältere Nachrichten kommen, sobald ${away === 'network' ? 'die Verbindung wieder da ist' : 'der Server wieder antwortet'}.`
}

/** The message after this one, or else the one before. It gets the focus when this one is deleted. */
function neighbourOf(id: number, within: HTMLElement | null) {
  const all = [...(within?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
  const at = all.findIndex(({ dataset }) => Number(dataset['id']) === id)
  return all[at + 1] ?? all[at - 1]
}

/** 'Bild 2 von 10 von Anna Berger, Heute, 09:30 Uhr' */
export function imageLabel({ message, at }: ShownImage, today: string) {
  const { images } = message
  const place = images.length > 1 ? ` ${at + 1} von ${images.length}` : ''
  return `Bild${place} von ${authorAndTime(message, today)}`
}

const authorAndTime = ({ display_name, created_at }: ChatMessage, today: string) =>
  `${bidiIsolate(display_name)}, ${dayText(localDay(created_at), today)}, ${formatLocalTime(created_at)} Uhr`

/** Calls `act` when the page becomes visible and focused again. */
function useOnPageReturn(act: () => void) {
  const comeBack = useEffectEvent(act)
  useEffect(() => {
    let isHere = isPageFocused()
    const look = () => {
      const wasHere = isHere
      isHere = isPageFocused()
      if (isHere && !wasHere) comeBack()
    }
    const ends = new AbortController()
    const { signal } = ends
    addEventListener('focus', look, { signal })
    addEventListener('blur', look, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    return () => ends.abort()
  }, [])
}

type ScrollToEndButtonProps = {
  list: readonly ChatMessage[]
  user_id: number
  isAtEnd: boolean
  onPick: () => void
}

/** Button to scroll to the end, shown while scrolled up, with the number of others' messages that arrived since. */
function ScrollToEndButton({ list, user_id, isAtEnd, onPick }: ScrollToEndButtonProps) {
  const newest = list.at(-1)?.id ?? 0
  const [leftAt, setLeftAt] = useState(newest)
  // At the end of the log the count restarts. Set while rendering, so that an old count never appears.
  if (isAtEnd && leftAt !== newest) setLeftAt(newest)
  if (isAtEnd) return null
  let count = 0
  for (let at = list.length - 1; (list[at]?.id ?? 0) > leftAt; at--)
    if (list[at]?.user_id !== user_id) count++
  return (
    <div className={css['toTheEnd']}>
      {count > 0 ? (
        <Button variant="primary" icon={<ArrowDownIcon size={18} />} onClick={onPick}>
          {count === 1 ? '1 neue Nachricht' : `${count} neue Nachrichten`}
        </Button>
      ) : (
        <IconButton
          label="Zu den neuesten Nachrichten"
          variant="plain"
          icon={<ArrowDownIcon />}
          onClick={onPick}
        />
      )}
    </div>
  )
}

/** Announces new messages of others to screen readers, but not the initial ones or older pages. */
function NewMessageAnnouncer({ newest, user_id }: { newest: ChatMessage | undefined; user_id: number }) {
  const [from] = useState(newest?.id ?? 0)
  const isNew = newest !== undefined && newest.id > from && newest.user_id !== user_id
  return (
    <output className="only-read">{isNew && `${newest.display_name}: ${plainText(newest) || 'Bild'}`}</output>
  )
}

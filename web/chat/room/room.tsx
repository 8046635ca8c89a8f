import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type DragEvent, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ChatMessage, ChatMeta } from '#contract/chat.ts'
import { RoomCopyAge } from '#web/offline/copy-age.tsx'
import { useOutage } from '#web/shell/outage.ts'
import { Pending } from '#web/shell/pending.tsx'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { useStore } from '#web/store.ts'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { ArrowLeftIcon, SearchIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { useDraft } from '../drafts.ts'
import { withUnsentWording } from '../outgoing.ts'
import { invalidateRooms, roomsQuery } from '../queries.ts'
import { GroupMenu, NoiseMenu } from '../rooms/room-menu.tsx'
import { chatSearch, parseRoom, type RoomRef, type RoomSearch, undoPlaceOf } from '../search.ts'
import { Composer, ReadOnlyNotice } from './composer.tsx'
import { FindInRoom } from './find-in-room.tsx'
import { MessageLog } from './log.tsx'
import { type Me, quoteOf } from './messages.ts'
import { openRoom } from './open-room.ts'
import css from './room.module.css'

const route = getRouteApi('/signed-in/chat/$room/$group_id')

export function RoomScreen() {
  const params = route.useParams()
  const me = useCurrentUser()
  const search = route.useSearch()
  const room = parseRoom(params.room, params.group_id)
  if (!room) return null
  const key = `${me.id}/${room.kind}/${room.room_id}/${search.message}/${search.find}`
  return <RoomView key={key} room={room} me={me} search={search} />
}

function RoomView({ room, me, search }: { room: RoomRef; me: Me; search: RoomSearch }) {
  const [finding, setFinding] = useState<'open' | 'closed'>()
  const [open] = useState(() => openRoom(room, me, search))
  useEffect(() => open.start(), [open])
  const { meta, isReady, isLost, isGone, copiedAt } = useStore(open.states)
  // Only the live connection is lost. If network or server are down, the notice above every screen says so.
  const isLostAlone = useOutage() === undefined && isLost
  const draft = useDraft(me.id, room)
  const leave = useLeave(search.find)
  const name = useNameInList(room)
  const title = meta?.title ?? name
  useWindowTitle(title)

  const leaveForGood = useEffectEvent(() => {
    toast('Diesen Chat gibt es nicht, oder Sie gehören nicht mehr dazu.', { tone: 'danger' })
    void invalidateRooms()
    leave()
  })
  useEffect(() => {
    if (isGone) leaveForGood()
  }, [isGone])

  const { startReply, startEdit } = draft
  const reply = useCallback((message: ChatMessage) => startReply(quoteOf(message)), [startReply])
  const edit = useCallback(
    (message: ChatMessage) => {
      const { id, content, image } = withUnsentWording(me.id, message)
      startEdit({ id, text: content, before: content, hasImage: image !== null })
    },
    [me.id, startEdit],
  )
  const canPost = meta?.can.post ?? false
  const dragging = useDroppedFiles((files) => {
    // An edit changes the text only, so it takes no images.
    if (!draft.edit) draft.addPictures(files)
  }, canPost)
  return (
    <section className={css['room']} aria-label={title} {...dragging.on} data-dragging={dragging.isOver}>
      {finding === 'open' ? (
        <FindInRoom open={open} onClose={() => setFinding('closed')} />
      ) : (
        <Head
          {...{ room, me, title, meta }}
          find={search.find}
          onLeave={leave}
          onFind={() => setFinding('open')}
          hasFound={finding === 'closed'}
        />
      )}
      <output className={css['lost']}>
        {isLostAlone && <span>Verbindung unterbrochen – wird wieder aufgebaut</span>}
        {copiedAt !== undefined && <RoomCopyAge at={copiedAt} />}
      </output>
      {meta && isReady ? (
        <MessageLog
          open={open}
          me={me}
          canPost={canPost}
          mayDeleteAll={meta.can.administer}
          isFinding={finding === 'open'}
          onReply={reply}
          onEdit={edit}
        />
      ) : (
        <div className={css['waiting']}>
          <Pending />
        </div>
      )}
      <div className={css['undo']}>
        <UndoLines place={undoPlaceOf(room)} untilLeft />
      </div>
      {canPost && <Composer me={me} open={open} draft={draft} onReply={reply} onEdit={edit} />}
      {meta && !canPost && <ReadOnlyNotice {...{ room, draft }} />}
    </section>
  )
}

/** Back to the list, or from a search hit back to the other hits. */
function useLeave(find: string | undefined) {
  const navigate = useNavigate({ from: '/chat' })
  return () =>
    find && history.length > 1 ? history.back() : void navigate({ to: '/chat', search: chatSearch })
}

/** The room's name from the cached list of chats, until the room's own data is loaded. */
function useNameInList({ kind, room_id }: RoomRef) {
  const { data } = useQuery({ ...roomsQuery(kind), enabled: false })
  return data?.find(({ id }) => id === room_id)?.name ?? 'Chat'
}

function useDroppedFiles(onFiles: (files: Iterable<File>) => void, isOn: boolean) {
  const [isOver, setIsOver] = useState(false)
  const hasFile = ({ dataTransfer }: DragEvent) => isOn && dataTransfer.types.includes('Files')
  return {
    isOver,
    on: {
      onDragOver(event: DragEvent) {
        if (!hasFile(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop(event: DragEvent) {
        setIsOver(false)
        if (!hasFile(event)) return
        event.preventDefault()
        onFiles(event.dataTransfer.files)
      },
    },
  }
}

type HeadProps = {
  room: RoomRef
  me: Me
  title: string
  meta: ChatMeta | undefined
  find: string | undefined
  onLeave: () => void
  onFind: () => void
  /** The search was just closed, so the button that opens it gets the focus. */
  hasFound: boolean
}

/** Head of the room: back button, name and members. */
function Head({ room, me, title, meta, find, onLeave, onFind, hasFound }: HeadProps) {
  const other = room.kind === 'direct' ? meta?.users.find(({ id }) => id !== me.id) : undefined
  return (
    <header className={css['head']}>
      <span className={css['back']}>
        <IconButton label={find ? 'Zurück' : 'Zu den Chats'} icon={<ArrowLeftIcon />} onClick={onLeave} />
      </span>
      <span className={css['face']}>
        <Avatar name={title} id={other?.id} isGroup={room.kind === 'groups'} />
      </span>
      <div className={css['what']}>
        <h2>
          {title}
          {meta && !meta.visible && <Badge tone="muted">Verborgen</Badge>}
        </h2>
        {meta && room.kind === 'groups' && <Participants people={meta.users} />}
      </div>
      {/* Rendered together with the buttons beside it, so that none of them moves under a finger. */}
      {meta && (
        <IconButton
          label="In diesem Chat suchen"
          icon={<SearchIcon />}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the search that had the focus
          autoFocus={hasFound}
          onClick={onFind}
        />
      )}
      {meta && (meta.can.post || room.kind === 'direct') && (
        <NoiseMenu room={room} name={title} noise={meta.noise_level} />
      )}
      {meta?.can.administer && meta.can.post && (
        <GroupMenu room_id={room.room_id} name={title} visible={meta.visible} />
      )}
    </header>
  )
}

/** The number of members. A press lists them. */
function Participants({ people }: { people: ChatMeta['users'] }) {
  const [isOpen, setOpen] = useState(false)
  const title = people.length === 1 ? '1 Mitglied' : `${people.length} Mitglieder`
  return (
    <>
      <button type="button" className={css['people']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {title}
      </button>
      {isOpen && (
        <Modal title={title} isRead onClose={() => setOpen(false)}>
          <ul className={css['members']}>
            {people.map(({ id, display_name }) => (
              <li key={id}>
                <Avatar name={display_name} id={id} size="small" />
                {display_name}
              </li>
            ))}
          </ul>
        </Modal>
      )}
    </>
  )
}

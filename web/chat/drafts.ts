// Drafts of messages, per room, shared by all windows.
import { useMemo, useRef, useState } from 'react'
import type { ChatQuote } from '#contract/chat.ts'
import {
  imageSidePx,
  imagesTooLargeSentence,
  imageTooLargeSentence,
  maxImagesPerMessage,
  maxImageUrlLength,
  severalImagesSidePx,
} from '#contract/words/images.ts'
import { CallError } from '#web/api.ts'
import { drafts } from '#web/outbox/draft.ts'
import { isImage, shrinkImage } from '#web/shrink.ts'
import { useStore } from '#web/store.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast-store.ts'
import { offerUndo } from '#web/undo/offer-undo.ts'
import { type RoomRef, undoPlaceOf } from './search.ts'

export type Draft = ReturnType<typeof useDraft>

/** Edit of an own message: the new text, and in `before` the text that the server has. */
export type MessageEdit = { id: number; text: string; before: string; hasImage: boolean }
/** A new message, with the quote that it replies to. Both stay while `edit` changes a sent message. */
type DraftText = { text: string; reply?: ChatQuote | undefined; edit?: MessageEdit | undefined }

/** Keyed by room: 'groups/7'. */
const messageDrafts = (user: number) => drafts<DraftText>(user, 'chat')
/** Images have records of their own, so that keystrokes do not rewrite them. */
const imageDrafts = (user: number) => drafts<readonly string[]>(user, 'chat-images')
const roomKey = ({ kind, room_id }: RoomRef) => `${kind}/${room_id}`

const EMPTY_DRAFT: DraftText = { text: '' }
const NO_IMAGES: readonly string[] = []
export const isEditChanged = (edit: MessageEdit | undefined) =>
  edit !== undefined && edit.text !== edit.before

/** Rooms with unsent text or images; unchanged edits and empty replies do not count. */
function roomsWithDraftIn(
  written: ReadonlyMap<string, DraftText>,
  images: ReadonlyMap<string, unknown>,
): RoomRef[] {
  const withWords = [...written].filter(([, { text, edit }]) => text !== '' || isEditChanged(edit))
  const names = new Set([...withWords.map(([name]) => name), ...images.keys()])
  return [...names].map((name) => {
    const [kind, room_id] = name.split('/')
    return { kind: kind as RoomRef['kind'], room_id: Number(room_id) }
  })
}

export const useRoomsWithDraft = (user: number): RoomRef[] =>
  roomsWithDraftIn(useStore(messageDrafts(user)), useStore(imageDrafts(user)))

export async function listRoomsWithDraft(user: number): Promise<RoomRef[]> {
  const [written, images] = [messageDrafts(user), imageDrafts(user)]
  await Promise.all([written.ready, images.ready])
  return roomsWithDraftIn(written.get(), images.get())
}

/** Appends a paragraph to the draft of the room. */
export const addToDraft = (user: number, room: RoomRef, text: string) =>
  messageDrafts(user).change(roomKey(room), (written = EMPTY_DRAFT) => ({
    ...written,
    text: [written.text, text].filter(Boolean).join('\n\n'),
  }))

/**
 * Actions on the draft of a room. They write to the store directly, so they also work after the room was
 * closed.
 */
function createDraftActions(user: number, room: RoomRef) {
  const written = () => messageDrafts(user).get().get(roomKey(room)) ?? EMPTY_DRAFT
  const images = () => imageDrafts(user).get().get(roomKey(room)) ?? NO_IMAGES

  function change(to: Partial<DraftText>) {
    const next = { ...written(), ...to }
    const isEmpty = next.text === '' && !next.reply && !next.edit
    void messageDrafts(user).change(roomKey(room), isEmpty ? undefined : next)
  }
  const setImages = (images: readonly string[]) =>
    void imageDrafts(user).change(roomKey(room), images.length > 0 ? images : undefined)
  /** Replaces an edit of another message. Does nothing if this message is already being edited. */
  function startEdit(edit: MessageEdit) {
    if (edit.id === written().edit?.id) return
    stopEdit()
    change({ edit })
  }
  /** Discards the edit and offers an undo. */
  function stopEdit() {
    const { edit } = written()
    change({ edit: undefined })
    if (edit && isEditChanged(edit)) offerUndo(undoPlaceOf(room), 'Änderung verworfen', () => startEdit(edit))
  }
  function startReply(reply: ChatQuote) {
    stopEdit()
    change({ reply })
  }
  function clear() {
    change({ text: '', reply: undefined, edit: undefined })
    setImages([])
  }
  return { images, change, setImages, startEdit, stopEdit, startReply, clear }
}

export function useDraft(user: number, room: RoomRef) {
  const { kind, room_id } = room
  const written = useStore(messageDrafts(user), (all) => all.get(roomKey(room))) ?? EMPTY_DRAFT
  const images = useStore(imageDrafts(user), (all) => all.get(roomKey(room))) ?? NO_IMAGES
  const changes = useMemo(() => createDraftActions(user, { kind, room_id }), [user, kind, room_id])
  const [drawing, setDrawing] = useState(0)
  const queue = useRef(Promise.resolve())

  async function add(files: readonly File[]) {
    const added: string[] = []
    const all = () => [...changes.images(), ...added]
    const room = maxImagesPerMessage - all().length
    const side = all().length + files.length > 1 ? severalImagesSidePx : imageSidePx
    if (files.length > room) toast(tooManyImagesSentence, { tone: 'info' })
    for (const file of files.slice(0, room))
      try {
        const image = await readImage(file, side)
        if ([...all(), image].join('').length > maxImageUrlLength)
          throw new CallError(0, imagesTooLargeSentence)
        added.push(image)
      } catch (error) {
        toastFailure(error)
      }
    if (added.length > 0) changes.setImages(all())
  }
  return {
    ...written,
    ...changes,
    images,
    isDrawing: drawing > 0,
    /** Appends the images. Calls run one after the other, so the images keep the order in which they were chosen. */
    addPictures(files: Iterable<File>) {
      // A copy, since resetting the file input empties its list.
      const chosen = [...files]
      setDrawing((count) => count + 1)
      queue.current = queue.current.then(() => add(chosen)).finally(() => setDrawing((count) => count - 1))
    },
  }
}

const tooManyImagesSentence = `Eine Nachricht hat höchstens ${maxImagesPerMessage} Bilder: Angehängt sind die ersten ${maxImagesPerMessage}.`

/** Scales the image down, to a data: URL. `side`: the longer side in px. Throws if the URL is still too long. */
async function readImage(file: File, side: number): Promise<string> {
  const noPicture = 'Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).'
  if (!isImage(file)) throw new CallError(0, noPicture)
  const address = await shrinkImage(file, side).catch(() => {
    throw new CallError(0, noPicture)
  })
  if (address.length > maxImageUrlLength) throw new CallError(0, imageTooLargeSentence)
  return address
}

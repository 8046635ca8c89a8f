// Begun messages: they are there again when somebody comes back to the room, in all windows.
import { useMemo, useRef, useState } from 'react'
import type { ChatQuote } from '#contract/chat.ts'
import {
  imageSide,
  imagesTooLarge,
  imageTooLarge,
  longestImage,
  mostImages,
  sideOfSeveral,
} from '#contract/words/images.ts'
import { Failed } from '#web/api.ts'
import { drafts } from '#web/outbox/draft.ts'
import { isImage, shrink } from '#web/shrink.ts'
import { useStore } from '#web/store.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast-store.ts'
import { offerUndo } from '#web/undo/offer-undo.ts'
import { type Room, undoPlaceOf } from './search.ts'

export type Draft = ReturnType<typeof useDraft>

/** One's own message, how it shall read, and how it read when that began. */
export type Edit = { id: number; text: string; before: string; hasImage: boolean }
/** A new message, and the one that it answers. Both wait while another message is edited. */
type Written = { text: string; reply?: ChatQuote | undefined; edit?: Edit | undefined }

/**
 * Names, for all rooms: 'groups/7/text', and 'groups/7/image' with the image addresses line by line. Apart, so that a
 * keystroke does not write the images again. The text alone is a string, as 1.1 kept it.
 */
const draftsOf = (user: number) => drafts<Written | string>(user, 'chat')

const writtenOf = (kept: Written | string | undefined): Written =>
  typeof kept === 'object' ? kept : { text: kept ?? '' }
const linesOf = (kept: Written | string | undefined) => (typeof kept === 'string' ? kept.split('\n') : [])
export const isChanged = (edit: Edit | undefined) => edit !== undefined && edit.text !== edit.before

/** Rooms in which something would be lost: an edit that changes nothing, and an answer without words, would not. */
function begunIn(parts: ReadonlyMap<string, Written | string>): Room[] {
  const begun = [...parts].filter(([name, kept]) => {
    const { text, edit } = writtenOf(kept)
    return name.endsWith('/image') || (name.endsWith('/text') && (text !== '' || isChanged(edit)))
  })
  const rooms = new Set(begun.map(([name]) => name.slice(0, name.lastIndexOf('/'))))
  return [...rooms].map((room) => {
    const [kind, room_id] = room.split('/')
    return { kind: kind as Room['kind'], room_id: Number(room_id) }
  })
}

export const useRoomsWithDraft = (user: number): Room[] => begunIn(useStore(draftsOf(user)))

export async function listRoomsWithDraft(user: number): Promise<Room[]> {
  const parts = draftsOf(user)
  await parts.ready
  return begunIn(parts.get())
}

/** Below what has been begun in the room. */
export const addToDraft = (user: number, { kind, room_id }: Room, text: string) =>
  draftsOf(user).change(`${kind}/${room_id}/text`, (kept) => {
    const written = writtenOf(kept)
    return { ...written, text: [written.text, text].filter(Boolean).join('\n\n') }
  })

/** Kept at once, also where the room has been left meanwhile. */
function changesOf(user: number, room: Room) {
  const place = `${room.kind}/${room.room_id}`
  const parts = draftsOf(user)
  const written = () => writtenOf(parts.get().get(`${place}/text`))
  const images = () => linesOf(parts.get().get(`${place}/image`))

  function change(to: Partial<Written>) {
    const next = { ...written(), ...to }
    const isEmpty = next.text === '' && !next.reply && !next.edit
    void parts.change(`${place}/text`, isEmpty ? undefined : next)
  }
  const setImages = (images: readonly string[]) =>
    void parts.change(`${place}/image`, images.join('\n') || undefined)
  /** Another edit, or none. The one that was begun can be taken back. */
  function startEdit(edit: Edit | undefined) {
    const before = written().edit
    if (edit && edit.id === before?.id) return
    change({ edit })
    if (isChanged(before)) offerUndo(undoPlaceOf(room), 'Änderung verworfen', () => startEdit(before))
  }
  function clear() {
    change({ text: '', reply: undefined, edit: undefined })
    setImages([])
  }
  return { images, change, setImages, startEdit, clear }
}

export function useDraft(user: number, room: Room) {
  const { kind, room_id } = room
  const parts = draftsOf(user)
  const text = useStore(parts, (all) => all.get(`${kind}/${room_id}/text`))
  const image = useStore(parts, (all) => all.get(`${kind}/${room_id}/image`))
  const images = useMemo(() => linesOf(image), [image])
  const changes = useMemo(() => changesOf(user, { kind, room_id }), [user, kind, room_id])
  const [drawing, setDrawing] = useState(0)
  const queue = useRef(Promise.resolve())

  async function add(files: readonly File[]) {
    const added: string[] = []
    const all = () => [...changes.images(), ...added]
    const room = mostImages - all().length
    const side = all().length + files.length > 1 ? sideOfSeveral : imageSide
    if (files.length > room) toast(tooMany, { tone: 'info' })
    for (const file of files.slice(0, room))
      try {
        const image = await pictureOf(file, side)
        if ([...all(), image].join('').length > longestImage) throw new Failed(0, imagesTooLarge)
        added.push(image)
      } catch (error) {
        toastFailure(error)
      }
    if (added.length > 0) changes.setImages(all())
  }
  return {
    ...writtenOf(text),
    ...changes,
    images,
    isDrawing: drawing > 0,
    /** In the order in which they were chosen, whichever is ready first. */
    addPictures(files: Iterable<File>) {
      // The list of an input is emptied with it.
      const chosen = [...files]
      setDrawing((count) => count + 1)
      queue.current = queue.current.then(() => add(chosen)).finally(() => setDrawing((count) => count - 1))
    },
  }
}

const tooMany = `Eine Nachricht hat höchstens ${mostImages} Bilder: Angehängt sind die ersten ${mostImages}.`

/** Makes it smaller; nearly always it is far below the limit then. */
async function pictureOf(file: File, side: number): Promise<string> {
  const noPicture = 'Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).'
  if (!isImage(file)) throw new Failed(0, noPicture)
  const address = await shrink(file, side).catch(() => {
    throw new Failed(0, noPicture)
  })
  if (address.length > longestImage) throw new Failed(0, imageTooLarge)
  return address
}

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

/** By rooms: 'groups/7'. */
const writtenBy = (user: number) => drafts<Written>(user, 'chat')
/** Apart, so that a keystroke does not write the images again. */
const imagesBy = (user: number) => drafts<readonly string[]>(user, 'chat-images')
const nameOf = ({ kind, room_id }: Room) => `${kind}/${room_id}`

const NOTHING: Written = { text: '' }
const NO_IMAGES: readonly string[] = []
export const isChanged = (edit: Edit | undefined) => edit !== undefined && edit.text !== edit.before

/** Rooms in which something would be lost: an edit that changes nothing, and an answer without words, would not. */
function begunIn(written: ReadonlyMap<string, Written>, images: ReadonlyMap<string, unknown>): Room[] {
  const withWords = [...written].filter(([, { text, edit }]) => text !== '' || isChanged(edit))
  const names = new Set([...withWords.map(([name]) => name), ...images.keys()])
  return [...names].map((name) => {
    const [kind, room_id] = name.split('/')
    return { kind: kind as Room['kind'], room_id: Number(room_id) }
  })
}

export const useRoomsWithDraft = (user: number): Room[] =>
  begunIn(useStore(writtenBy(user)), useStore(imagesBy(user)))

export async function listRoomsWithDraft(user: number): Promise<Room[]> {
  const [written, images] = [writtenBy(user), imagesBy(user)]
  await Promise.all([written.ready, images.ready])
  return begunIn(written.get(), images.get())
}

/** Below what has been begun in the room. */
export const addToDraft = (user: number, room: Room, text: string) =>
  writtenBy(user).change(nameOf(room), (written = NOTHING) => ({
    ...written,
    text: [written.text, text].filter(Boolean).join('\n\n'),
  }))

/** Kept at once, also where the room has been left meanwhile. */
function changesOf(user: number, room: Room) {
  const written = () => writtenBy(user).get().get(nameOf(room)) ?? NOTHING
  const images = () => imagesBy(user).get().get(nameOf(room)) ?? NO_IMAGES

  function change(to: Partial<Written>) {
    const next = { ...written(), ...to }
    const isEmpty = next.text === '' && !next.reply && !next.edit
    void writtenBy(user).change(nameOf(room), isEmpty ? undefined : next)
  }
  const setImages = (images: readonly string[]) =>
    void imagesBy(user).change(nameOf(room), images.length > 0 ? images : undefined)
  /** In place of another one, unless it is that. */
  function startEdit(edit: Edit) {
    if (edit.id === written().edit?.id) return
    stopEdit()
    change({ edit })
  }
  /** What was typed can be taken back. */
  function stopEdit() {
    const { edit } = written()
    change({ edit: undefined })
    if (edit && isChanged(edit)) offerUndo(undoPlaceOf(room), 'Änderung verworfen', () => startEdit(edit))
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

export function useDraft(user: number, room: Room) {
  const { kind, room_id } = room
  const written = useStore(writtenBy(user), (all) => all.get(nameOf(room))) ?? NOTHING
  const images = useStore(imagesBy(user), (all) => all.get(nameOf(room))) ?? NO_IMAGES
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
    ...written,
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

// Begun messages: they are there again when somebody comes back to the room, in all windows.
import { useCallback, useMemo, useRef, useState } from 'react'
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
import { toast } from '#web/ui/toast/toast.tsx'
import type { Room } from './search.ts'

export type Draft = ReturnType<typeof useDraft>

/**
 * Of all rooms: 'groups/7/text' and 'groups/7/image', with the addresses of the images line by line. Apart, so that a key
 * does not write the images again. As JSON the message that is answered (`reply`), and one's own that is being edited (`edit`).
 */
const draftsOf = (user: number) => drafts<string>(user, 'chat')

export function useRoomsWithDraft(user: number): Room[] {
  const parts = useStore(draftsOf(user))
  const begun = [...parts.keys()].filter((name) => name.endsWith('/text') || name.endsWith('/image'))
  const rooms = new Set(begun.map((name) => name.slice(0, name.lastIndexOf('/'))))
  return [...rooms].map((room) => {
    const [kind, room_id] = room.split('/')
    return { kind: kind as Room['kind'], room_id: Number(room_id) }
  })
}

export function useDraft(user: number, { kind, room_id }: Room) {
  const place = `${kind}/${room_id}`
  const parts = draftsOf(user)
  const text = useStore(parts, (all) => all.get(`${place}/text`)) ?? ''
  const kept = useStore(parts, (all) => all.get(`${place}/image`))
  const images = useMemo(() => linesOf(kept), [kept])
  const reply: ChatQuote | undefined = useJson(user, `${place}/reply`)
  const edit: Edit | undefined = useJson(user, `${place}/edit`)
  const [drawing, setDrawing] = useState(0)
  const queue = useRef(Promise.resolve())

  /** Kept at once, also where the room has been left meanwhile. */
  const set = useCallback(
    (to: Changes) => {
      for (const [part, value] of Object.entries(to)) {
        const written = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
        void draftsOf(user).change(`${place}/${part}`, written || undefined)
      }
    },
    [user, place],
  )
  const setImages = (images: readonly string[]) => set({ image: images.join('\n') })
  async function add(files: readonly File[]) {
    const added: string[] = []
    const all = () => [...linesOf(draftsOf(user).get().get(`${place}/image`)), ...added]
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
    if (added.length > 0) setImages(all())
  }
  return {
    text,
    images,
    reply,
    edit,
    isDrawing: drawing > 0,
    set,
    setImages,
    clear: () => set({ text: '', image: '', reply: null }),
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
const linesOf = (kept?: string) => kept?.split('\n') ?? []

/** One's own message, how it shall read, and how it read when that began. */
type Edit = { id: number; text: string; before: string }
type Changes = { text?: string; image?: string; reply?: ChatQuote | null; edit?: Edit | null }

function useJson(user: number, name: string) {
  const written = useStore(draftsOf(user), (all) => all.get(name))
  return useMemo(() => written && JSON.parse(written), [written])
}

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

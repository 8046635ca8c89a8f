// What somebody has begun to write and not sent: it is there again when they come back to the room, in all windows.
import { useRef, useState } from 'react'
import { imageTooLarge, longestImage } from '#contract/words/images.ts'
import { Failed } from '#web/api.ts'
import { drafts } from '#web/outbox/draft.ts'
import { isImage, shrink } from '#web/shrink.ts'
import { useStore } from '#web/store.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import type { Room } from './search.ts'

export type Draft = ReturnType<typeof useDraft>

/** Of all rooms: 'groups/7/text' and 'groups/7/image', each by itself, since a key writes down no image. */
const begun = (user: number) => drafts<string>(user, 'chat')

/** The rooms in which this person has begun something. */
export function useBegunRooms(user: number): Room[] {
  const parts = useStore(begun(user))
  const rooms = new Set([...parts.keys()].map((name) => name.slice(0, name.lastIndexOf('/'))))
  return [...rooms].map((room) => {
    const [kind, room_id] = room.split('/')
    return { kind: kind as Room['kind'], room_id: Number(room_id) }
  })
}

/** What is being written in a room. */
export function useDraft(user: number, { kind, room_id }: Room) {
  const place = `${kind}/${room_id}`
  const parts = begun(user)
  const text = useStore(parts, (all) => all.get(`${place}/text`)) ?? ''
  const image = useStore(parts, (all) => all.get(`${place}/image`)) ?? null
  const [isDrawing, setIsDrawing] = useState(false)
  const newest = useRef<File>(undefined)

  /** Kept at once, also where the room has been left meanwhile. */
  const set = (to: { text?: string; image?: string | null }) =>
    void parts.write(Object.entries(to).map(([part, value]) => [`${place}/${part}`, value || undefined]))
  return {
    text,
    image,
    isDrawing,
    set,
    clear: () => set({ text: '', image: null }),
    /** Of two that are chosen one after the other the last stays, whichever is ready first. */
    async addPicture([file, ...others]: Iterable<File>) {
      if (!file) return
      if (others.length > 0) toast('Eine Nachricht hat ein Bild: Angehängt ist das erste.', { tone: 'info' })
      newest.current = file
      setIsDrawing(true)
      try {
        const image = await pictureOf(file)
        if (newest.current === file) set({ image })
      } catch (error) {
        toastFailure(error)
      } finally {
        if (newest.current === file) setIsDrawing(false)
      }
    },
  }
}

/** A picture as it is sent, nearly always far below the limit once it is made smaller; else a sentence says why not. */
async function pictureOf(file: File): Promise<string> {
  const noPicture = 'Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).'
  if (!isImage(file)) throw new Failed(0, noPicture)
  const address = await shrink(file).catch(() => {
    throw new Failed(0, noPicture)
  })
  if (address.length > longestImage) throw new Failed(0, imageTooLarge)
  return address
}

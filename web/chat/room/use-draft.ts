import { useMemo, useState } from 'react'
import { imageTooLarge, longestImage } from '#contract/words/images.ts'
import { Failed } from '#web/api.ts'
import { isImage, shrink } from '#web/shrink.ts'
import { useStore } from '#web/store.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useTurns } from '#web/ui/use-turns.ts'
import { begunIn, draftOf } from '../drafts.ts'
import type { Room } from '../search.ts'

export type DraftInHand = ReturnType<typeof useDraft>

/** What is being written in a room. */
export function useDraft(user: number, { kind, room_id }: Room) {
  const begun = useMemo(() => begunIn(user, { kind, room_id }), [user, kind, room_id])
  const { text, image } = draftOf(useStore(begun))
  const [isDrawing, setIsDrawing] = useState(false)
  const begin = useTurns()
  return {
    text,
    image,
    isDrawing,
    async addPicture([file, ...others]: Iterable<File>) {
      if (!file) return
      if (others.length > 0) toast('Eine Nachricht hat ein Bild: Angehängt ist das erste.', { tone: 'info' })
      const isLast = begin()
      setIsDrawing(true)
      try {
        const image = await pictureOf(file)
        if (isLast()) void begun.set({ image })
      } catch (error) {
        toastFailure(error)
      } finally {
        if (isLast()) setIsDrawing(false)
      }
    },
    /** Kept at once, also where the room has been left meanwhile. */
    set: begun.set,
    clear: () => void begun.set({ text: '', image: null }),
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

import { useEffect, useState } from 'react'
import { imageTooLarge, longestImage } from '#contract/words/images.ts'
import { Failed } from '#web/api.ts'
import { isImage, shrink } from '#web/shrink.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { debounce } from '#web/ui/debounce.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useTurns } from '#web/ui/use-turns.ts'
import { useWriteSoon } from '#web/unsaved/use-write-soon.ts'
import { type Draft, keepDraft, keptDraft } from '../drafts.ts'
import type { Room } from '../search.ts'

const nothing: Draft = { text: '', image: null }
const KEEP_MS = 300

export type DraftInHand = ReturnType<typeof useDraft>

/** What is being written in a room. */
export function useDraft(user: number, room: Room) {
  const [draft, setDraft] = useState(nothing)
  const [isDrawing, setIsDrawing] = useState(false)
  const begin = useTurns()
  const [keeping] = useState(() => debounce((draft: Draft) => void keepDraft(user, room, draft), KEEP_MS))

  useEffect(() => {
    // Whoever types at once is faster.
    const restore = async () => {
      const kept = await keptDraft(user, room)
      if (kept) setDraft((now) => (now === nothing ? kept : now))
    }
    void restore()
    // oxlint-disable-next-line react/exhaustive-deps -- it is another hook for another room
  }, [])

  useWriteSoon(keeping)

  const change = (to: Partial<Draft>) =>
    setDraft((before) => {
      const draft = { ...before, ...to }
      keeping.call(draft)
      return draft
    })

  function put(draft: Draft) {
    setDraft(draft)
    keeping.call(draft)
    keeping.flush()
  }

  return {
    ...draft,
    isDrawing,
    change,
    async addPicture([file, ...others]: Iterable<File>) {
      if (!file) return
      if (others.length > 0) toast('Eine Nachricht hat ein Bild: Angehängt ist das erste.', { tone: 'info' })
      const isLast = begin()
      setIsDrawing(true)
      try {
        const image = await pictureOf(file)
        if (isLast()) change({ image })
      } catch (error) {
        toastFailure(error)
      } finally {
        if (isLast()) setIsDrawing(false)
      }
    },
    /** Kept at once, also where the room has been left meanwhile. */
    put,
    clear: () => put(nothing),
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

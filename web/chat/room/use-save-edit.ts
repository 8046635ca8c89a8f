import { useState } from 'react'
import { Failed } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'
import type { Draft } from '../drafts.ts'
import { editMessage } from '../queries.ts'
import type { Room } from '../search.ts'

/** Saves another wording of one's own message. What is refused stays in the field. */
export function useSaveEdit(room: Room, user_id: number, draft: Draft) {
  const [isSaving, setIsSaving] = useState(false)
  async function save({ id, text }: { id: number; text: string }) {
    setIsSaving(true)
    try {
      await editMessage(room, id, text.trim(), user_id)
      draft.change({ edit: undefined })
    } catch (error) {
      // Somebody has deleted it meanwhile: the words become a new message.
      if (error instanceof Failed && error.status === 404)
        draft.change({ edit: undefined, text: [draft.text, text].filter(Boolean).join('\n\n') })
      toastFailure(error)
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, save }
}

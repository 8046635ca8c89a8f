import { Notice } from '#web/ui/notice.tsx'
import { Begun } from '../begun.tsx'
import { type Room, undoPlaceOf } from '../search.ts'
import css from './read-only.module.css'
import type { DraftInHand } from './use-draft.ts'

/** In place of where one writes. */
export function ReadOnly({ room, draft }: { room: Room; draft: DraftInHand }) {
  const { text, image } = draft
  const discard = () => {
    draft.clear()
    return () => void draft.set({ text, image })
  }
  return (
    <>
      {(text !== '' || image !== null) && (
        <section aria-label="Nicht gesendet" className={css['begun']}>
          <Begun draft={{ text, image }} place={undoPlaceOf(room)} onDiscard={discard} />
        </section>
      )}
      <Notice>
        {room.kind === 'groups'
          ? 'Diese Gruppe gibt es nicht mehr. Was hier steht, kann nur noch gelesen werden.'
          : 'Diese Person ist nicht mehr dabei. Was hier steht, kann nur noch gelesen werden.'}
      </Notice>
    </>
  )
}

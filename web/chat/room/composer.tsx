// The field for a new message; in a room that can only be read, the reason, and what was begun before.
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { longestMessage } from '#contract/words/limits.ts'
import { formatNumber } from '#web/ui/format.ts'
import { CloseIcon, ImageIcon, SendIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isTouch } from '#web/ui/media.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Draft } from '../drafts.ts'
import { StrandedDraft } from '../not-sent.tsx'
import { post } from '../outgoing.ts'
import { type Room, undoPlaceOf } from '../search.ts'
import css from './composer.module.css'

/** Above this length a counter says how much is left. */
const NEARLY = longestMessage - 400

/** Enter sends; on a touch screen it breaks the line, as in other apps. */
export function Composer({ user, room, draft }: { user: number; room: Room; draft: Draft }) {
  const { text, image, isDrawing } = draft
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const counter = useId()
  // On a phone this would bring up the keyboard over what is to be read.
  useEffect(() => {
    if (!isTouch()) area.current?.focus({ preventScroll: true })
  }, [])

  // Code points, as the server counts: an emoji is one.
  const { length } = Array.from(text)
  const isTooLong = length > longestMessage
  const canSend = !isTooLong && !isDrawing && (text.trim() !== '' || image !== null)
  const send = () => {
    area.current?.focus()
    if (!canSend) return
    post(user, room, text.trim(), image)
    draft.clear()
  }
  const keys = (event: KeyboardEvent) => {
    // Within a composition (Japanese, an accent) Enter only ends that.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch()) return
    event.preventDefault()
    send()
  }
  const paste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData
    if (files.length === 0) return
    event.preventDefault()
    void draft.addPicture(files)
  }
  return (
    <div className={css['composer']}>
      {image && (
        <div className={css['preview']}>
          <img src={image} alt="Bild, das mitgesendet wird" />
          <IconButton
            label="Bild entfernen"
            variant="plain"
            icon={<CloseIcon />}
            onClick={() => {
              draft.set({ image: null })
              area.current?.focus()
            }}
          />
        </div>
      )}
      <div className={css['write']}>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label="Bild wählen"
          onChange={({ target }) => {
            void draft.addPicture([...(target.files ?? [])])
            // Else choosing the same file again would be no change.
            target.value = ''
            area.current?.focus()
          }}
        />
        <IconButton
          label="Bild anhängen"
          icon={<ImageIcon />}
          pending={isDrawing}
          onClick={() => file.current?.click()}
        />
        {/* As high as the same text beside it, which nobody sees. */}
        <div className={css['growing']} data-text={text}>
          <textarea
            ref={area}
            rows={1}
            aria-label="Nachricht"
            aria-describedby={counter}
            aria-invalid={isTooLong || undefined}
            placeholder="Nachricht schreiben …"
            enterKeyHint={isTouch() ? 'enter' : 'send'}
            value={text}
            onChange={({ target }) => draft.set({ text: target.value })}
            onKeyDown={keys}
            onPaste={paste}
          />
        </div>
        <IconButton
          label="Senden"
          variant="primary"
          icon={<SendIcon />}
          aria-disabled={!canSend}
          onClick={send}
        />
      </div>
      <p id={counter} className={css['counter']} data-over={isTooLong}>
        {isTooLong
          ? `Die Nachricht ist um ${formatNumber(length - longestMessage)} Zeichen zu lang. Höchstens ${formatNumber(longestMessage)} sind möglich.`
          : length > NEARLY && `Noch ${longestMessage - length} von ${formatNumber(longestMessage)} Zeichen`}
      </p>
    </div>
  )
}

/** In place of the composer. */
export const ReadOnly = ({ room, draft }: { room: Room; draft: Draft }) => (
  <>
    {(draft.text !== '' || draft.image !== null) && (
      <section aria-label="Nicht gesendet" className={css['begun']}>
        <StrandedDraft draft={draft} place={undoPlaceOf(room)} />
      </section>
    )}
    <Notice>
      {room.kind === 'groups'
        ? 'Diese Gruppe gibt es nicht mehr. Was hier steht, kann nur noch gelesen werden.'
        : 'Diese Person ist nicht mehr dabei. Was hier steht, kann nur noch gelesen werden.'}
    </Notice>
  </>
)

// The field for a new message; in a room that can only be read, the reason, and what was begun before.
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ChatMessage } from '#contract/chat.ts'
import { longestMessage } from '#contract/words/limits.ts'
import { formatNumber } from '#web/ui/format.ts'
import { CheckIcon, CloseIcon, ImageIcon, SendIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isTouch } from '#web/ui/media.ts'
import { Notice } from '#web/ui/notice.tsx'
import { type Draft, isChanged } from '../drafts.ts'
import { StrandedDraft } from '../not-sent.tsx'
import { hasWordingOf, post } from '../outgoing.ts'
import { type Room, undoPlaceOf } from '../search.ts'
import css from './composer.module.css'
import { useMentionList } from './mention-list.tsx'
import { Quote } from './message.tsx'
import { isEditable, known, type Me } from './messages.ts'
import type { OpenRoom } from './open-room.ts'

/** Above this length a counter says how much is left. */
const NEARLY = longestMessage - 400

type Props = {
  me: Me
  open: OpenRoom
  draft: Draft
  onReply: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
}

/**
 * Enter sends; on a touch screen it breaks the line, as in other apps. The arrow up in an empty field edits one's last
 * message, with Ctrl it answers the last one of others.
 */
export function Composer({ me, open, draft, onReply, onEdit }: Props) {
  const { images, isDrawing, reply, edit } = draft
  const text = edit?.text ?? draft.text
  const setText = (text: string) => draft.change(edit ? { edit: { ...edit, text } } : { text })
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const counter = useId()
  // On a phone this would bring up the keyboard over what is to be read; a search hit has the focus itself.
  useEffect(() => {
    const { goal, ledTo } = open.states.get()
    const isLed = goal.message !== undefined || ledTo.message !== undefined
    if (!isTouch() && !isLed) area.current?.focus({ preventScroll: true })
  }, [open])

  const subject = edit?.id ?? reply?.id
  const before = useRef(subject)
  useEffect(() => {
    if (subject !== undefined && subject !== before.current) area.current?.focus()
    before.current = subject
  }, [subject])

  const [caret, setCaret] = useState(0)
  const mentions = useMentionList(open, me.id, {
    text,
    caret,
    isEdit: edit !== undefined,
    onText(text, caret) {
      flushSync(() => setText(text))
      area.current?.setSelectionRange(caret, caret)
    },
  })

  // Code points, as the server counts: an emoji is one.
  const { length } = Array.from(text)
  const isTooLong = length > longestMessage
  const hasImage = edit?.hasImage ?? images.length > 0
  const canSend = !isTooLong && !isDrawing && (text.trim() !== '' || hasImage)
  const send = () => {
    area.current?.focus()
    if (!canSend) return
    const content = text.trim()
    if (edit) {
      // Unchanged, one that was refused goes again.
      if (content !== edit.before || hasWordingOf(me.id, edit.id))
        post(me.id, open.room, { content, image: null, edits: edit.id })
      draft.change({ edit: undefined })
    } else {
      const [image = null, ...further] = images
      post(me.id, open.room, { content, image, images: further, reply_to: reply })
      draft.clear()
    }
  }
  const keys = (event: KeyboardEvent): void => {
    if (mentions.onKey(event)) return
    const isUp = event.key === 'ArrowUp' && !event.shiftKey && !event.altKey && text === ''
    const last = isUp && !edit && lastMessage(open, me, event.ctrlKey)
    if (last) {
      event.preventDefault()
      return event.ctrlKey ? onReply(last) : onEdit(last)
    }
    if (event.key === 'Escape' && (edit || reply)) return stop()
    // Within a composition (Japanese, an accent) Enter only ends that.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch()) return
    event.preventDefault()
    send()
  }
  function stop() {
    if (edit) draft.startEdit(undefined)
    else draft.change({ reply: undefined })
    area.current?.focus()
  }
  const paste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData
    if (files.length === 0 || edit) return
    event.preventDefault()
    draft.addPictures(files)
  }
  return (
    <div className={css['composer']}>
      {(edit ?? reply) && (
        <div className={css['about']}>
          {edit ? <p>Nachricht bearbeiten</p> : reply && <Quote quote={reply} />}
          <IconButton
            label={edit ? 'Bearbeiten abbrechen' : 'Doch keine Antwort'}
            icon={<CloseIcon />}
            onClick={stop}
          />
        </div>
      )}
      {images.length > 0 && !edit && (
        <ul className={css['preview']} aria-label="Bilder der Nachricht">
          {images.map((image, at) => (
            <li key={at}>
              <img src={image} alt="Bild, das mitgesendet wird" />
              <div>
                <IconButton
                  label="Bild entfernen"
                  variant="plain"
                  icon={<CloseIcon />}
                  onClick={() => {
                    draft.setImages(images.toSpliced(at, 1))
                    area.current?.focus()
                  }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {mentions.list}
      <div className={css['write']}>
        <input
          ref={file}
          type="file"
          hidden
          multiple
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label="Bild wählen"
          onChange={({ target }) => {
            draft.addPictures(target.files ?? [])
            // Else choosing the same file again would be no change.
            target.value = ''
            area.current?.focus()
          }}
        />
        {!edit && (
          <IconButton
            label="Bild anhängen"
            icon={<ImageIcon />}
            pending={isDrawing}
            onClick={() => file.current?.click()}
          />
        )}
        {/* Grows with the text: a hidden copy, made of `data-text`, gives it its height. */}
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
            {...mentions.aria}
            onChange={({ target }) => {
              setText(target.value)
              setCaret(target.selectionEnd)
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
            onKeyDown={keys}
            onPaste={paste}
          />
        </div>
        <IconButton
          label={edit ? 'Ändern' : 'Senden'}
          variant="primary"
          icon={edit ? <CheckIcon /> : <SendIcon />}
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

const lastMessage = (open: OpenRoom, me: Me, isOfOthers: boolean) =>
  known(open.states.get().messages).findLast((message) =>
    isOfOthers ? message.user_id !== me.id : message.user_id === me.id && isEditable(message),
  )

/** In place of the composer. */
export const ReadOnly = ({ room, draft }: { room: Room; draft: Draft }) => (
  <>
    {(draft.text !== '' || draft.images.length > 0 || isChanged(draft.edit)) && (
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

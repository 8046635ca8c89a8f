// The message field. In a read-only room `ReadOnlyNotice` replaces it.
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { ChatMessage, ChatQuote } from '#contract/chat.ts'
import { maxMessageLength } from '#contract/words/limits.ts'
import { isCopiedText } from '#web/shrink.ts'
import { useStore } from '#web/store.ts'
import { formatNumber } from '#web/ui/format.ts'
import { CheckIcon, CloseIcon, ImageIcon, SendIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isTouch } from '#web/ui/media.ts'
import { Notice } from '#web/ui/notice.tsx'
import { type Draft, isEditChanged, type MessageEdit } from '../drafts.ts'
import { UnsendableDraft } from '../not-sent.tsx'
import { findUnsentWording, sendMessage, sendWording } from '../outgoing.ts'
import { type RoomRef, undoPlaceOf } from '../search.ts'
import css from './composer.module.css'
import { useMentionList } from './mention-list.tsx'
import { Quote } from './message.tsx'
import { createNameUpdater, isEditable, type Me, storedMessages } from './messages.ts'
import type { OpenRoom } from './open-room.ts'

/** From this length on, a counter shows the remaining characters. */
const COUNTER_FROM_LENGTH = maxMessageLength - 400

type Props = {
  me: Me
  open: OpenRoom
  draft: Draft
  onReply: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
}

/** A new message, or an edit of a sent one. */
type ComposerMode = {
  text: string
  setText: (text: string) => void
  /** With an image a message can be sent without text. */
  hasImage: boolean
  send: (content: string) => void
  verb: 'Senden' | 'Ändern'
  icon: ReactNode
  /** Shown above the field during a reply or an edit, with a button to cancel it. */
  about?: { head: ReactNode; wayOut: string; leave: () => void } | undefined
}

function newMessageMode({ me, open, draft }: Props, quote: ChatQuote | undefined): ComposerMode {
  const { text, images, reply, change, clear } = draft
  return {
    text,
    setText: (text) => change({ text }),
    hasImage: images.length > 0,
    send(content) {
      sendMessage(me.id, open.room, { content, images, reply_to: reply })
      clear()
    },
    verb: 'Senden',
    icon: <SendIcon />,
    about: quote && {
      head: <Quote quote={quote} />,
      wayOut: 'Doch keine Antwort',
      leave: () => change({ reply: undefined }),
    },
  }
}

function editMode({ me, open, draft }: Props, edit: MessageEdit): ComposerMode {
  const { id: message_id, text, before, hasImage } = edit
  return {
    text,
    setText: (text) => draft.change({ edit: { ...edit, text } }),
    hasImage,
    send(content) {
      // An earlier edit may still be in the outbox. Then an unchanged text is sent, too, and replaces that edit.
      if (content !== before || findUnsentWording(me.id, message_id))
        sendWording(me.id, { ...open.room, message_id, content, before })
      draft.change({ edit: undefined })
    },
    verb: 'Ändern',
    icon: <CheckIcon />,
    about: { head: <p>Nachricht bearbeiten</p>, wayOut: 'Bearbeiten abbrechen', leave: draft.stopEdit },
  }
}

/**
 * Enter sends; on touch screens it inserts a line break, as in other apps. In an empty field, arrow up edits the last
 * own message, and Ctrl+arrow up replies to the last message of somebody else.
 */
export function Composer(props: Props) {
  const { me, open, draft, onReply, onEdit } = props
  const { images, isDrawing, reply, edit } = draft
  const meta = useStore(open.states, ({ meta }) => meta)
  const quote = useMemo(() => reply && createNameUpdater(meta?.users ?? []).inQuote(reply), [reply, meta])
  const { text, setText, hasImage, send, verb, icon, about } = edit
    ? editMode(props, edit)
    : newMessageMode(props, quote)
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const counter = useId()
  // Focuses the field on opening. Not on touch screens, whose keyboard would cover the messages, and not if the
  // room opens at a message, which takes the focus itself.
  useEffect(() => {
    const { pendingTarget, reachedTarget } = open.states.get()
    const isLed = pendingTarget.message !== undefined || reachedTarget.message !== undefined
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
  const isTooLong = length > maxMessageLength
  const canSend = !isTooLong && !isDrawing && (text.trim() !== '' || hasImage)
  const submit = () => {
    area.current?.focus()
    if (canSend) send(text.trim())
  }
  const leave = () => {
    about?.leave()
    area.current?.focus()
  }
  const keys = (event: KeyboardEvent): void => {
    if (mentions.onKey(event)) return
    const isUp = event.key === 'ArrowUp' && !event.shiftKey && !event.altKey && text === ''
    const last = isUp && !edit && findLastMessage(open, me, event.ctrlKey)
    if (last) {
      event.preventDefault()
      return event.ctrlKey ? onReply(last) : onEdit(last)
    }
    if (event.key === 'Escape' && about) return leave()
    // During IME composition, Enter only ends the composition.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch()) return
    event.preventDefault()
    submit()
  }
  const paste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData
    if (files.length === 0 || edit || isCopiedText(event.clipboardData)) return
    event.preventDefault()
    draft.addPictures(files)
  }
  return (
    <div className={css['composer']}>
      {about && (
        <div className={css['about']}>
          {about.head}
          <IconButton label={about.wayOut} icon={<CloseIcon />} onClick={leave} />
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
            // Reset, so that choosing the same file again fires a change event.
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
        {/* A hidden copy of the text, made of `data-text`, gives the field its height. */}
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
        <IconButton label={verb} variant="primary" icon={icon} aria-disabled={!canSend} onClick={submit} />
      </div>
      <p id={counter} className={css['counter']} data-over={isTooLong}>
        {isTooLong
          ? `Die Nachricht ist um ${formatNumber(length - maxMessageLength)} Zeichen zu lang. Höchstens ${formatNumber(maxMessageLength)} sind möglich.`
          : length > COUNTER_FROM_LENGTH &&
            `Noch ${maxMessageLength - length} von ${formatNumber(maxMessageLength)} Zeichen`}
      </p>
    </div>
  )
}

const findLastMessage = (open: OpenRoom, me: Me, isOfOthers: boolean) =>
  storedMessages(open.states.get().messages).findLast((message) =>
    isOfOthers ? message.user_id !== me.id : message.user_id === me.id && isEditable(message),
  )

/** Replaces the composer in a read-only room: says why, and shows an unsent draft. */
export const ReadOnlyNotice = ({ room, draft }: { room: RoomRef; draft: Draft }) => (
  <>
    {(draft.text !== '' || draft.images.length > 0 || isEditChanged(draft.edit)) && (
      <section aria-label="Nicht gesendet" className={css['begun']}>
        <UnsendableDraft draft={draft} place={undoPlaceOf(room)} />
      </section>
    )}
    <Notice>
      {room.kind === 'groups'
        ? 'Diese Gruppe gibt es nicht mehr. Was hier steht, kann nur noch gelesen werden.'
        : 'Diese Person ist nicht mehr dabei. Was hier steht, kann nur noch gelesen werden.'}
    </Notice>
  </>
)

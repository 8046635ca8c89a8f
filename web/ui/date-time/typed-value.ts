// A field whose text becomes a value when it is left: typed letters stay as they are until then.
import { useState } from 'react'

export type TypedValue = {
  value: string | null
  onChange: (value: string | null) => void
  /** Text that was no value when the field was left. A caller that keeps it passes it back, to be mended. */
  unread?: string | undefined
  onUnread?: (text: string) => void
}
/** The state for a caller that needs only the value, and whether the text can be read. */
export function useTypedState(initial: string | null) {
  const [state, setState] = useState<{ value: string | null; unread?: string }>({ value: initial })
  return {
    value: state.value,
    unread: state.unread,
    onChange: (value: string | null) => setState({ value }),
    onUnread: (unread: string) => setState({ ...state, unread }),
  }
}

type Props = TypedValue & {
  /** undefined = not understood */
  parse: (text: string) => string | null | undefined
  show: (value: string | null) => string
}

/** The letters, and what stood there when they were typed. */
type Typed = { text: string | null; value: string | null; unread: string | undefined }

export type TypedText = ReturnType<typeof useTypedValue>

export function useTypedValue({ value, unread, onChange, onUnread, parse, show }: Props) {
  // Typed text counts while the value that it was typed over is still there; a newer one from outside wins. Compared
  // while drawing instead of reset by an effect: many fields that change at once would each be drawn twice.
  const [typed, setTyped] = useState<Typed>({ text: unread ?? null, value, unread })
  const isOwn = typed.value === value && typed.unread === unread
  // null = nobody is typing: the field shows the value
  const draft = isOwn ? typed.text : (unread ?? null)
  const type = (text: string | null) => setTyped({ text, value, unread })
  const set = (next: string | null) => {
    type(null)
    if (next !== value || unread !== undefined) onChange(next)
  }
  return {
    text: draft ?? show(value),
    type,
    set,
    /** On leaving the field and on Enter; text that is not understood stays, to be mended. */
    settle: () => {
      if (draft === null) return
      const parsed = parse(draft)
      if (parsed !== undefined) set(parsed)
      else if (draft !== unread && onUnread) {
        // The caller's from now on: when it drops the text, it is gone here, too.
        onUnread(draft)
        setTyped({ text: draft, value, unread: draft })
      }
    },
    /** Drops the typed text, and shows the value again. Returns whether there was any. */
    back: (): boolean => {
      if (draft === null) return false
      set(value)
      return true
    },
    /** The value as it is typed, if it can be read: arrows start from it. */
    now: () => (draft === null ? value : (parse(draft) ?? value)),
    wrong: draft !== null && parse(draft) === undefined,
  }
}

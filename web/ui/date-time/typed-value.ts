// A field whose text becomes a value when it is left: typed letters stay as they are until then.
import { useState } from 'react'

export type TypedValue = {
  value: string | null
  onChange: (value: string | null) => void
  /** Text that was no value when the field was left, for whoever keeps it: it stands there again, to be mended. */
  unread?: string | undefined
  onUnread?: (text: string) => void
}
/** For whoever wants nothing but the value, and to know whether what stands there can be read. */
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
  // What is typed counts as long as what it was typed over is there: what is new from outside wins. Told by
  // comparing, and not kept by another state: of many fields that change at once each would be drawn twice.
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
        // From now on it is theirs: when they drop it, it is gone here, too.
        onUnread(draft)
        setTyped({ text: draft, value, unread: draft })
      }
    },
    /** The letters go, and the value that they were typed over stands there again. Answers whether there were any. */
    back: (): boolean => {
      if (draft === null) return false
      set(value)
      return true
    },
    /** What arrows start from: the typed value when it is one. */
    now: () => (draft === null ? value : (parse(draft) ?? value)),
    wrong: draft !== null && parse(draft) === undefined,
  }
}

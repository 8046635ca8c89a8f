// Input whose text becomes a value on blur; until then it stays as typed.
import { useState } from 'react'

export type TypedValue = {
  value: string | null
  onChange: (value: string | null) => void
  /** Invalid text after blur. Callers that store it pass it back. */
  invalidText?: string | undefined
  onInvalidText?: (text: string) => void
}
/** State for callers that need only the value and its validity. */
export function useTypedState(initial: string | null) {
  const [state, setState] = useState<{ value: string | null; invalidText?: string }>({ value: initial })
  return {
    value: state.value,
    invalidText: state.invalidText,
    onChange: (value: string | null) => setState({ value }),
    onInvalidText: (invalidText: string) => setState({ ...state, invalidText }),
  }
}

type Props = TypedValue & {
  /** Undefined for invalid. */
  parse: (text: string) => string | null | undefined
  show: (value: string | null) => string
}

/** Typed text, and the value at that time. */
type TypingState = { text: string | null; value: string | null; invalidText: string | undefined }

export type TypedText = ReturnType<typeof useTypedValue>

export function useTypedValue({ value, invalidText, onChange, onInvalidText, parse, show }: Props) {
  // Typed text counts while the underlying value is unchanged; a newer one from outside wins. Compared while
  // rendering, since an effect would render many fields twice.
  const [typed, setTyped] = useState<TypingState>({ text: invalidText ?? null, value, invalidText })
  const isOwn = typed.value === value && typed.invalidText === invalidText
  // Null while nobody is typing.
  const draft = isOwn ? typed.text : (invalidText ?? null)
  const type = (text: string | null) => setTyped({ text, value, invalidText })
  const set = (next: string | null) => {
    type(null)
    if (next !== value || invalidText !== undefined) onChange(next)
  }
  return {
    text: draft ?? show(value),
    type,
    set,
    /** On blur and Enter; invalid text stays. */
    commit: () => {
      if (draft === null) return
      const parsed = parse(draft)
      if (parsed !== undefined) set(parsed)
      else if (draft !== invalidText && onInvalidText) {
        // From now on the caller stores the text. If the caller drops it, it disappears here, too.
        onInvalidText(draft)
        setTyped({ text: draft, value, invalidText: draft })
      }
    },
    /** Discards typed text. Returns whether there was any. */
    revert: (): boolean => {
      if (draft === null) return false
      set(value)
      return true
    },
    /** The value of valid typed text, as a start for arrows. */
    now: () => (draft === null ? value : (parse(draft) ?? value)),
    isInvalid: draft !== null && parse(draft) === undefined,
  }
}

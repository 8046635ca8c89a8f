/** A field whose text becomes a value when it is left: typed letters stay as they are until then. */
import { useState } from 'react'

type Props = {
  value: string | null
  onChange: (value: string | null) => void
  /** undefined = not understood */
  parse: (text: string) => string | null | undefined
  show: (value: string | null) => string
}

export function useTypedValue({ value, onChange, parse, show }: Props) {
  // null = nobody is typing: the field shows the value
  const [draft, setDraft] = useState<string | null>(null)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    // A new value from outside wins over what was typed.
    setSeen(value)
    setDraft(null)
  }
  const set = (next: string | null) => {
    setDraft(null)
    if (next !== value) onChange(next)
  }
  return {
    text: draft ?? show(value),
    type: setDraft,
    set,
    /** On leaving the field and on Enter; text that is not understood stays, to be mended. */
    settle: () => {
      if (draft === null) return
      const parsed = parse(draft)
      if (parsed !== undefined) set(parsed)
    },
    /** What arrows start from: the typed value when it is one. */
    now: () => (draft === null ? value : (parse(draft) ?? value)),
    wrong: draft !== null && parse(draft) === undefined,
  }
}

// Offers the members of a room while somebody types a name behind an @.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- a listbox: the focus stays in the field, which has the keys
import { type KeyboardEvent, useId, useState } from 'react'
import { standIn, wantedWords } from '#contract/words/matches.ts'
import { useStore } from '#web/store.ts'
import css from './mention-list.module.css'
import type { OpenRoom } from './open-room.ts'

/** Names that are offered at once. */
const MOST = 6

type Typed = { text: string; onText: (text: string, caret: number) => void }

/** `caret`: where somebody types. Its parts go to the field and above it. */
export function useMentionList(open: OpenRoom, me_id: number, caret: number, { text, onText }: Typed) {
  const meta = useStore(open.states, ({ meta }) => meta)
  const [at, setAt] = useState(0)
  const [dismissed, setDismissed] = useState<number>()
  const id = useId()
  const begun = /(?:^|\s)@([^\s@][^@\n]{0,40})?$/u.exec(text.slice(0, caret))
  const from = caret - (begun?.[1] ?? '').length
  const names = begun && from !== dismissed ? offered(begun[1] ?? '') : []
  const place = Math.min(at, names.length - 1)

  function offered(typed: string) {
    const words = wantedWords(typed)
    const people = meta?.users.filter((user) => user.id !== me_id).map(({ display_name }) => display_name)
    const all = meta?.can.administer ? ['alle', ...(people ?? [])] : (people ?? [])
    const found = all.filter((name) => standIn(name, words)).slice(0, MOST)
    // It is there already, and the sentence goes on.
    return found.some((name) => typed.startsWith(`${name} `)) ? [] : found
  }
  function pick(name: string) {
    const before = `${text.slice(0, from)}${name} `
    onText(before + text.slice(caret).trimStart(), before.length)
    setAt(0)
  }
  return {
    /** True if the key was for the list. */
    onKey(event: KeyboardEvent): boolean {
      const name = names[place]
      if (name === undefined || event.nativeEvent.isComposing) return false
      if (event.key === 'ArrowDown') setAt((place + 1) % names.length)
      else if (event.key === 'ArrowUp') setAt((place - 1 + names.length) % names.length)
      else if (event.key === 'Enter' || event.key === 'Tab') pick(name)
      else if (event.key === 'Escape') setDismissed(from)
      else return false
      event.preventDefault()
      return true
    },
    aria: {
      'aria-autocomplete': 'list',
      'aria-controls': names.length > 0 ? id : undefined,
      'aria-activedescendant': names.length > 0 ? `${id}${place}` : undefined,
    } as const,
    list: names.length > 0 && (
      <div id={id} role="listbox" aria-label="Mitglieder erwähnen" className={css['list']}>
        {names.map((name, nr) => (
          <div
            key={name}
            id={`${id}${nr}`}
            role="option"
            aria-selected={nr === place}
            // The focus stays where one types.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(name)}
          >
            <span dir="auto">@{name}</span>
            {name === 'alle' && <small>benachrichtigt alle, einmal in zehn Minuten</small>}
          </div>
        ))}
      </div>
    ),
  }
}

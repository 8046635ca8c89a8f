// Offers the members of a room while somebody types a name behind an @.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- a listbox: the focus stays in the field, which has the keys
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { matchesAllWords, searchWordsOf } from '#contract/words/matches.ts'
import { useStore } from '#web/store.ts'
import css from './composer.module.css'
import type { OpenRoom } from './open-room.ts'

/** Upper bound of offered names. */
const MAX_NAMES = 6

type MentionField = {
  text: string
  /** Caret position in `text`. */
  caret: number
  /** Without '@alle', since edits notify nobody. */
  isEdit: boolean
  onText: (text: string, caret: number) => void
}
/**
 * `from`: position after the @. `at`: index of the active name in the list. `closed`: the text after the @ when the
 * list was closed; the list reopens once the text no longer starts with it.
 */
type MentionListState = { from: number; at: number; closed?: string }

/** Returns the list, and props for the field. */
export function useMentionList(open: OpenRoom, me_id: number, { text, caret, isEdit, onText }: MentionField) {
  const meta = useStore(open.states, ({ meta }) => meta)
  const [choice, setChoice] = useState<MentionListState>()
  const id = useId()
  // The same rule as on the server: no letter or digit before the @.
  const typed = /(?:^|[^\p{L}\p{N}])@((?:[^\s@][^@\n]{0,40})?)$/u.exec(text.slice(0, caret))?.[1]
  const from = caret - (typed ?? '').length
  const isPast = typed === undefined || choice?.from !== from || !typed.startsWith(choice.closed ?? '')
  // Set while rendering, so that an outdated choice never appears.
  if (choice && isPast) setChoice(undefined)
  const isClosed = typed === undefined || (!isPast && choice?.closed !== undefined)
  const everybody = useMemo(() => {
    const people = meta?.users.filter((user) => user.id !== me_id).map(({ display_name }) => display_name)
    return meta?.can.administer && !isEdit ? ['alle', ...(people ?? [])] : (people ?? [])
  }, [meta, me_id, isEdit])
  const names = useMemo(() => (isClosed ? [] : matchingNames(everybody, typed)), [isClosed, everybody, typed])
  const place = Math.min(choice?.at ?? 0, names.length - 1)

  const goTo = (at: number) => setChoice({ from, at })
  const close = (closed: string) => setChoice({ from, at: 0, closed })
  function pick(name: string) {
    const before = `${text.slice(0, from)}${name} `
    onText(before + text.slice(caret).trimStart(), before.length)
    // Closes the list, though longer names may start with this one.
    close(`${name} `)
  }
  return {
    /** True if the list has handled the key. */
    onKey(event: KeyboardEvent): boolean {
      const name = names[place]
      if (name === undefined || event.nativeEvent.isComposing) return false
      if (event.key === 'ArrowDown') goTo((place + 1) % names.length)
      else if (event.key === 'ArrowUp') goTo((place - 1 + names.length) % names.length)
      else if (event.key === 'Enter' || event.key === 'Tab') pick(name)
      else if (event.key === 'Escape') close(typed ?? '')
      else return false
      event.preventDefault()
      return true
    },
    /** False if there are no names: the field is a plain one then, not a combobox. */
    aria:
      names.length > 0 &&
      ({
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-haspopup': 'listbox',
        'aria-expanded': true,
        'aria-controls': id,
        'aria-activedescendant': `${id}${place}`,
      } as const),
    list: (
      <>
        <output className="only-read">{suggestionCountText(names.length)}</output>
        {names.length > 0 && (
          <div id={id} role="listbox" aria-label="Mitglieder erwähnen" className={css['mentions']}>
            {names.map((name, nr) => (
              <div
                key={name}
                id={`${id}${nr}`}
                role="option"
                aria-selected={nr === place}
                // Keeps the focus in the field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(name)}
              >
                <span dir="auto">@{name}</span>
                {name === 'alle' && <small>benachrichtigt alle, einmal in zehn Minuten</small>}
              </div>
            ))}
          </div>
        )}
      </>
    ),
  }
}

const suggestionCountText = (count: number) =>
  count > 0 && (count === 1 ? '1 Vorschlag' : `${count} Vorschläge`)

/**
 * Names that match all typed words. Once a complete name and a blank are typed: that name and longer ones with this
 * beginning, or nothing if there are no longer ones. With further letters: only the longer names.
 */
function matchingNames(names: readonly string[], typed: string): readonly string[] {
  const [whole] = names
    .filter((name) => typed.startsWith(`${name} `))
    .toSorted((one, other) => other.length - one.length)
  if (whole !== undefined) {
    const longer = names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()))
    const isWhole = typed === `${whole} `
    return longer.length > 0 ? [...(isWhole ? [whole] : []), ...longer].slice(0, MAX_NAMES) : []
  }
  const words = searchWordsOf(typed)
  const found: string[] = []
  for (const name of names) {
    if (matchesAllWords(name, words)) found.push(name)
    if (found.length === MAX_NAMES) break
  }
  return found
}

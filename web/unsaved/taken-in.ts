// What pages before this one have noted in their last moment, and no store has said that it has it.
import { CHANGE, forgetNoted, START } from './last-moment.ts'
import { readPlain } from './read-plain.ts'

type Note = { name: string; text: string }

const byMoment = (one: Note, other: Note) => one.name.localeCompare(other.name, 'de', { numeric: true })

/** Answers what is to be done once the store has all of it. */
export function takeIn(store: IDBObjectStore): () => void {
  const notes = Object.keys(localStorage)
    .filter((name) => name.startsWith(START))
    .map((name) => ({ name: name.slice(START.length), text: localStorage.getItem(name) ?? '' }))
  // Changes as they were begun: their names begin with the moment.
  for (const note of notes.toSorted(byMoment)) bring(store, note)
  return () => {
    for (const { name, text } of notes) forgetNoted(name, text)
  }
}

function bring(store: IDBObjectStore, { name, text }: Note) {
  const value = readPlain(text)
  if (!name.startsWith(CHANGE)) {
    store.put(value, name)
    return
  }
  const key = name.slice(name.indexOf('/') + 1)
  const asked = store.get(key)
  asked.addEventListener('success', () => store.put(joined(asked.result, value), key))
}

/** Of answers the later ones count, by their names; of messages and people each is there once. */
export function joined(stored: unknown, noted: unknown): unknown {
  if (stored instanceof Map && noted instanceof Map) return new Map([...stored, ...noted])
  if (!Array.isArray(stored) || !Array.isArray(noted)) return noted
  const known = new Set(stored.map(keyOf))
  return [...stored, ...noted.filter((item) => !known.has(keyOf(item)))]
}

const keyOf = ({ client_key, key }: { client_key?: string; key?: string }) => client_key ?? key

/** What pages before this one have noted in their last moment, and no store has said that it has it. */
import { forgetNoted, START } from './last-moment.ts'
import { readPlain } from './read-plain.ts'

/** `put` brings it into the store: all or nothing. */
export async function takeIn(
  put: (notes: readonly (readonly [key: string, value: unknown])[]) => Promise<void>,
) {
  const found = Object.keys(localStorage).flatMap((name) =>
    name.startsWith(START) ? [{ key: name.slice(START.length), text: localStorage.getItem(name) ?? '' }] : [],
  )
  await put(found.map(({ key, text }) => [key, readPlain(text)] as const))
  for (const { key, text } of found) forgetNoted(key, text)
}

// What the server does not have yet: listed here for all screens, in one set of sentences.
import { outbox, shelf } from './browser.ts'
import type { Standing } from './outbox.ts'
import { rowsOf } from './use-rows.ts'

/** The state of a row in words. Without a connection nobody has said anything. */
export function standingText({ state, problem }: Standing): string {
  if (state === 'waiting') return problem ?? 'wartet auf Verbindung'
  return state === 'refused' ? `wurde abgelehnt: ${problem}` : 'wird gesendet'
}

/** `messages`: with drafts; `answers`: with pending handing in; `documents`: drafts of the editor. */
export type Left = { times: number; messages: number; answers: number; documents: number }

/** Counts unsent work that exists in this browser only. */
export async function countLeft(owner: number): Promise<Left> {
  await outbox.rows(owner).ready
  const start = `${owner}/draft/`
  const places = (await shelf.names(start)).map((key) => key.slice(start.length).split('/'))
  const begun = (...kinds: string[]) => places.filter(([kind]) => kinds.includes(kind ?? ''))
  const rooms = new Set(begun('chat').map(([, kind, room]) => `${kind}/${room}`))
  const documents = new Set(begun('doc-text', 'doc-aside').map(([, doc]) => doc))
  const calls = (kind: string) => rowsOf(owner, kind)
  return {
    times: begun('times').length + calls('person').length,
    messages: calls('message').length + rooms.size,
    answers:
      calls('answer').length + calls('hand-in').filter(({ standing }) => standing.state !== 'refused').length,
    documents: documents.size,
  }
}

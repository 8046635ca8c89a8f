import { outbox, shelf } from './browser.ts'

/** `messages`: with drafts; `answers`: with pending handing in; `documents`: drafts of the editor. */
export type Left = { times: number; messages: number; answers: number; documents: number }

/** Counts unsent work that exists in this browser only. */
export async function countLeft(owner: number): Promise<Left> {
  const rows = outbox.rows(owner)
  await rows.ready
  const start = `${owner}/draft/`
  const places = (await shelf.names(start)).map((key) => key.slice(start.length).split('/'))
  const calls = (kind: string) => [...rows.get().values()].filter((row) => row.kind === kind)
  const begun = (...kinds: string[]) => places.filter(([kind]) => kinds.includes(kind ?? ''))
  const rooms = new Set(begun('chat').map(([, kind, room]) => `${kind}/${room}`))
  const documents = new Set(begun('doc-text', 'doc-aside').map(([, doc]) => doc))
  return {
    times: begun('times').length + calls('person').length,
    messages: calls('message').length + rooms.size,
    answers: calls('answer').length + calls('hand-in').filter(({ why }) => why === undefined).length,
    documents: documents.size,
  }
}

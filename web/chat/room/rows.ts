// The rows of the log: messages, a separator above each day, and one above the first new message.
import type { ChatMessage } from '#contract/chat.ts'
import { localDay } from '../days.ts'
import type { NewMessage, UnsentItem, UnsentWording } from '../outgoing.ts'
import { type Me, withMessageDefaults } from './messages.ts'

export type Row =
  | { type: 'day'; key: string; day: string }
  | { type: 'new'; key: 'new' }
  /** Refused edit of a message that is deleted or not loaded. */
  | { type: 'wording'; key: string; wording: UnsentWording }
  | {
      type: 'message'
      key: string
      message: ChatMessage
      isOwn: boolean
      /** First of consecutive messages by one author, whose name is shown above. */
      isFirst: boolean
      unsent?: UnsentItem
    }

/** After a pause of this length (ms) the author's name is shown again. */
const GROUP_GAP_MS = 5 * 60_000

export function rowsOf(
  messages: readonly ChatMessage[],
  unsent: readonly UnsentItem[],
  me: Me,
  newAfter: number | undefined,
): Row[] {
  const rows: Row[] = []
  let day = ''
  let before: { author: string | number; at: number } | undefined
  let isNewShown = newAfter === undefined || newAfter === 0

  const add = (message: ChatMessage, unsent?: UnsentItem) => {
    const at = Date.parse(message.created_at)
    const isOwn = message.user_id === me.id
    if (localDay(message.created_at) !== day) {
      day = localDay(message.created_at)
      // The key names the message, too, since a day may occur twice: unsent messages of yesterday come last.
      rows.push({ type: 'day', key: day + rowKey(message), day })
      before = undefined
    }
    if (!isNewShown && !isOwn && message.id > (newAfter ?? 0)) {
      isNewShown = true
      rows.push({ type: 'new', key: 'new' })
      before = undefined
    }
    // By id if possible, since the author may have been renamed.
    const author = message.user_id ?? message.username
    const isFirst = before?.author !== author || at - before.at > GROUP_GAP_MS
    before = { author, at }
    rows.push({ type: 'message', key: rowKey(message), message, isOwn, isFirst, ...(unsent && { unsent }) })
  }

  const wordings = new Map(
    unsent.filter((one) => one.kind === 'edit').map((one) => [one.args.message_id, one]),
  )
  for (const message of messages) {
    const wording = wordings.get(message.id)
    if (wording) add({ ...message, content: wording.args.content }, wording)
    else add(message)
    wordings.delete(message.id)
  }
  const keys = new Set(messages.map(({ user_id, client_key }) => user_id === me.id && client_key))
  for (const one of unsent)
    if (one.kind === 'message' && !keys.has(one.args.client_key)) add(unsentAsMessage(one.args, me), one)
  // Refused edits whose message is deleted or not loaded: their author still has to decide.
  for (const wording of wordings.values())
    if (wording.sendState.state === 'refused') rows.push({ type: 'wording', key: wording.key, wording })
  return rows
}

const MAX_CHUNK_ROWS = 50

export type RowChunk = { key: string; rows: Row[] }

/**
 * Groups rows into chunks, which the browser skips while far outside the viewport. `starts` remembers the first
 * message of each chunk, so that an added page or message leaves other chunks unchanged. A separator is in the chunk
 * of the message below it.
 */
export function chunksOf(rows: readonly Row[], starts: Set<string>): RowChunk[] {
  const chunks: RowChunk[] = []
  let lines: Row[] = []
  for (const row of rows) {
    if (row.type === 'day' || row.type === 'new') {
      lines.push(row)
      continue
    }
    const chunk = chunks.at(-1)
    if (chunk && chunk.rows.length < MAX_CHUNK_ROWS && !starts.has(row.key)) chunk.rows.push(...lines, row)
    else {
      starts.add(row.key)
      chunks.push({ key: row.key, rows: [...lines, row] })
    }
    lines = []
  }
  return chunks
}

/** React key that stays the same when an unsent message is stored. */
export const rowKey = ({ id, user_id, client_key }: ChatMessage) =>
  client_key === null ? String(id) : `${user_id}/${client_key}`

/** Id of unsent messages, greater than any id of the server. */
export const UNSENT_ID = Number.MAX_SAFE_INTEGER

/** Converts an unsent message into the form of a stored one, to be rendered like it. */
export const unsentAsMessage = (
  { content, images, written_at, client_key, reply_to }: NewMessage,
  { id, username, display_name }: Me,
): ChatMessage =>
  withMessageDefaults({
    id: UNSENT_ID,
    user_id: id,
    username,
    display_name,
    created_at: written_at,
    content,
    image: images[0] ?? null,
    images: [...images],
    client_key,
    reply_to: reply_to ?? null,
  })

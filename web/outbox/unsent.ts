// Lists the work that exists in this browser only, unsent rows and drafts, by chat, document or team.
import { queryOptions } from '@tanstack/react-query'
import { listRoomsWithDraft } from '#web/chat/drafts.ts'
import type { RoomRef } from '#web/chat/search.ts'
import { formatNumber } from '#web/ui/format.ts'
import { outbox, recordStore } from './browser.ts'
import type { KeyedRow, SendState } from './outbox.ts'
import { getOutboxRows } from './use-rows.ts'

/** State of a row in words. `problem`, the server's message, is undefined without a connection and in a conflict. */
export function sendStateText({ state, problem }: SendState): string {
  if (state === 'waiting') return problem ?? 'wartet auf Verbindung'
  if (state === 'refused') return problem === undefined ? 'bitte ansehen' : `wurde abgelehnt: ${problem}`
  return 'wird gesendet'
}

type UnsentSource = { area: 'groups' | 'direct' | 'docs' | 'teams'; id: number }
/** One line: the rows or drafts of one kind, state and source. `isLeaving`: being sent, or due in a moment. */
export type UnsentItem = UnsentSource & { what: string; state: string; isLeaving: boolean }

type NounForms = readonly [one: string, many: string]
type One = UnsentSource & { words: NounForms; state: string; isLeaving: boolean }

type CallArgs = {
  kind: 'groups' | 'direct'
  room_id: number
  doc_id: number
  part: { subhappening_id: number }
}
const callKinds: Record<string, { words: NounForms; placeOf: (args: CallArgs) => UnsentSource }> = {
  message: {
    words: ['Eine Nachricht', 'Nachrichten'],
    placeOf: ({ kind, room_id }) => ({ area: kind, id: room_id }),
  },
  edit: {
    words: ['Eine geänderte Nachricht', 'geänderte Nachrichten'],
    placeOf: ({ kind, room_id }) => ({ area: kind, id: room_id }),
  },
  answer: { words: ['Eine Angabe', 'Angaben'], placeOf: ({ doc_id }) => ({ area: 'docs', id: doc_id }) },
  'hand-in': { words: ['Die Abgabe', 'Abgaben'], placeOf: ({ doc_id }) => ({ area: 'docs', id: doc_id }) },
  person: {
    words: ['Eine weitere Person', 'weitere Personen'],
    placeOf: ({ part }) => ({ area: 'teams', id: part.subhappening_id }),
  },
}

/** By the first part of a draft's key; the second part is the id of the document or team. */
const draftKinds: Record<string, { words: NounForms; state: string; area: 'docs' | 'teams' }> = {
  times: { words: ['Eine Änderung', 'Änderungen'], state: 'noch nicht übernommen', area: 'teams' },
  'doc-text': { words: ['Neuer Text', 'Texte'], state: 'noch nicht gespeichert', area: 'docs' },
  'doc-aside': {
    words: ['Ein beiseitegelegter Text', 'beiseitegelegte Texte'],
    state: 'noch nicht gespeichert',
    area: 'docs',
  },
  lost: {
    words: ['Ein Text, dessen Feld es nicht mehr gibt', 'Texte, deren Felder es nicht mehr gibt'],
    state: 'zum Kopieren',
    area: 'docs',
  },
}

async function listUnsent(owner: number): Promise<UnsentItem[]> {
  await outbox.rows(owner).ready
  const start = `${owner}/draft/`
  const keys = (await recordStore.names(start)).map((key) => key.slice(start.length))
  const rooms = await listRoomsWithDraft(owner)
  const rows = getOutboxRows<CallArgs>(owner)
  // Edited times stay drafts until the server has accepted them. Once applied, they show the state of their row.
  const applied = new Map(
    rows
      .filter(({ kind }) => kind === 'times')
      .map((row) => [row.args.part.subhappening_id, describeRow(owner, row)]),
  )
  const begun = keys.flatMap(draftItems)
  const all = [
    ...rows.flatMap((row) => rowItems(owner, row)),
    ...rooms.map(roomItem),
    ...begun.map((one) => (one.area === 'teams' ? { ...one, ...applied.get(one.id) } : one)),
  ]
  return [...Map.groupBy(all, ({ area, id, words, state }) => `${area}/${id}/${words[0]}/${state}`).values()]
    .map(([first, ...others]) => ({ ...(first as One), count: 1 + others.length }))
    .map(({ words: [one, many], count, ...rest }) => ({
      ...rest,
      what: count === 1 ? one : `${formatNumber(count)} ${many}`,
    }))
}

type CallRow = KeyedRow<CallArgs> & { sendState: SendState }

/**
 * In ms. A row that is still not being sent after this time is held back, for example because its document is closed.
 */
const STUCK_AFTER_MS = 60_000

function describeRow(owner: number, row: CallRow) {
  const { sendState, at } = row
  const isStuck =
    sendState.state === 'sending' && !outbox.isUnderWay(owner, row) && Date.now() - at > STUCK_AFTER_MS
  if (isStuck) return { state: 'noch nicht gespeichert', isLeaving: false }
  return {
    state: sendStateText(sendState),
    isLeaving: sendState.state === 'sending' || sendState.state === 'due',
  }
}

function rowItems(owner: number, row: CallRow): One[] {
  const call = callKinds[row.kind]
  return call ? [{ ...call.placeOf(row.args), words: call.words, ...describeRow(owner, row) }] : []
}

/** Text, images and reply begun in one room count as one message. */
const roomItem = ({ kind, room_id }: RoomRef): One => ({
  area: kind,
  id: room_id,
  words: ['Eine Nachricht', 'Nachrichten'],
  state: 'begonnen',
  isLeaving: false,
})

function draftItems(key: string): One[] {
  const [kind = '', id] = key.split('/')
  const draft = draftKinds[kind]
  return draft ? [{ ...draft, id: Number(id), isLeaving: false }] : []
}

/** In ms. Polled, since rows are sent while the list is on the screen. */
const POLL_MS = 2_000

export const unsentQuery = ({ id }: { id: number }) =>
  queryOptions({
    queryKey: ['drafts', 'unsent', id],
    queryFn: () => listUnsent(id),
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 60_000,
    networkMode: 'always',
  })

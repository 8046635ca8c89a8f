// Handing in as an outbox row, sent after all pending answers. The row stays until the server has accepted it, or, if
// it was refused, until the person has read the reason.
import type { Signature } from '#contract/document/signature.ts'
import { ask } from '#web/api.ts'
import { outbox } from '#web/outbox/browser.ts'
import { useOutboxRows } from '#web/outbox/use-rows.ts'
import { queryClient } from '#web/query-client.ts'
import { useStore } from '#web/store.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { answersQuery, docQuery, updateAnswers } from '../queries.ts'
import { answersOf, DOC_GONE_SENTENCE, outboxLaneOf, pendingRowsOf } from '../read/answers.ts'

/** State on the screen when the button was pressed. */
export type SeenState = { round?: number | undefined; taken_back?: number | undefined }
type HandInArgs = SeenState & { doc_id: number; signature?: Signature }
const handInPath = '/docs/{doc_id}/currentuserdata/hand_in/'

/** Refusal while an answer has failed: handing in locks all fields, and nobody could correct that answer. */
const CHECK_ANSWERS_SENTENCE =
  'Eine Angabe ließ sich nicht speichern. Bitte sehen Sie nach, was an ihrem Feld steht, und geben Sie dann noch einmal ab.'

const outboxKeyOf = (doc_id: number) => `hand-in/${doc_id}`
/** True while the document's screen is open, which shows the reason of a refusal. Otherwise a toast shows it. */
const isDocOnScreen = (doc_id: number) =>
  location.pathname.endsWith(`/docs/${doc_id}/show`) &&
  queryClient.getQueryData(docQuery(doc_id).queryKey)?.hand_in !== undefined

outbox.define<HandInArgs, { handed_in_at: string }>('hand-in', {
  before({ args: { doc_id } }, _, owner) {
    const answers = pendingRowsOf(owner, doc_id)
    if (answers.length === 0) return 'go'
    const { status, isClosed, problem = CHECK_ANSWERS_SENTENCE } = answersOf(owner, doc_id).status()
    // Refused, since an answer that has failed would keep the hand-in waiting for ever.
    return isClosed ? { why: problem } : status === 'failed' ? { why: CHECK_ANSWERS_SENTENCE } : 'wait'
  },
  send([{ args }], user_id) {
    const { doc_id, signature, round, taken_back } = args
    const body = {
      user_id,
      ...(signature && { signature }),
      ...(round !== undefined && { round }),
      ...(taken_back !== undefined && { taken_back }),
    }
    return ask('POST', handInPath, { params: { doc_id }, body, outlivesPage: true })
  },
  onAccepted([{ args }], { handed_in_at }, owner) {
    const { doc_id, signature = null } = args
    updateAnswers(owner, doc_id, (before) => before && { ...before, handed_in_at, signature })
    void queryClient.invalidateQueries({ queryKey: ['docs', 'list'] })
  },
  async onRefused([row], { status }, owner) {
    const { doc_id } = row.args
    if (status !== 404) {
      // The server's state differs from the one that the person saw when pressing the button.
      void queryClient.invalidateQueries({ queryKey: docQuery(doc_id).queryKey })
      return undefined
    }
    // The document is gone, and its screen as well. So a toast shows the reason, and the row is deleted.
    await outbox.settle(owner, row, () => undefined)
    await toastRefusal(owner, doc_id, DOC_GONE_SENTENCE)
    return 'wait'
  },
  onStuck({ args: { doc_id } }, why, owner) {
    if (!isDocOnScreen(doc_id)) void toastRefusal(owner, doc_id, why)
  },
})

/** Shows a toast, since any screen may be open. */
async function toastRefusal(owner: number, doc_id: number, problem: string) {
  const query = { ...docQuery(doc_id), staleTime: Number.POSITIVE_INFINITY }
  const doc = await queryClient.fetchQuery(query).catch(() => undefined)
  // The document no longer needs handing in, so its screen would not show the reason.
  if (doc && !doc.hand_in) void outbox.drop(owner, outboxKeyOf(doc_id))
  toast(`${doc ? `„${doc.name}“` : 'Ein Prozess'} ist nicht abgegeben. ${problem}`, { tone: 'danger' })
}

/** Delay in ms, so that a screen that is just opening can show the reason itself. */
const REFUSAL_TOAST_DELAY_MS = 2_000

/** Toasts do not survive a reload: a refusal is shown again until it was seen, or the document is handed in. */
export async function repeatRefusalToasts(owner: number) {
  const rows = outbox.rows<HandInArgs>(owner)
  await rows.ready
  const left = [...rows.get().values()].filter(({ kind, why }) => kind === 'hand-in' && why !== undefined)
  if (left.length === 0) return
  await new Promise((done) => setTimeout(done, REFUSAL_TOAST_DELAY_MS))
  for (const { args } of left) {
    const { doc_id } = args
    const own = await queryClient.fetchQuery(answersQuery(owner, doc_id)).catch(() => undefined)
    const why = rows.get().get(outboxKeyOf(doc_id))?.why
    if (own && !own.handed_in_at && why !== undefined) await toastRefusal(owner, doc_id, why)
  }
}

/** True while a hand-in waits or is being sent. Meanwhile the answers are locked. */
export const useIsHandingIn = (owner: number, doc_id: number) =>
  useStore(outbox.rows<HandInArgs>(owner), (rows) => {
    const row = rows.get(outboxKeyOf(doc_id))
    return row !== undefined && row.why === undefined
  })

export function useHandInStatus(owner: number, doc_id: number) {
  const row = useOutboxRows<HandInArgs>(owner, 'hand-in').find(({ args }) => args.doc_id === doc_id)
  return {
    waits: row !== undefined && row.why === undefined,
    /** Reason of a refusal, or of a failure that is retried later. */
    problem: row?.why ?? row?.sendState.problem,
    /** Being sent: the server may already have it, so it cannot be cancelled. */
    isUnderWay: row !== undefined && outbox.isUnderWay(owner, row),
  }
}

export function handIn(owner: number, doc_id: number, signature: Signature | undefined, seen: SeenState) {
  const { round, taken_back } = seen
  outbox.put<HandInArgs>(owner, {
    kind: 'hand-in',
    lane: outboxLaneOf(doc_id),
    key: outboxKeyOf(doc_id),
    args: { doc_id, ...(signature && { signature }), round, taken_back },
  })
  void outbox.flush(outboxLaneOf(doc_id))
}

/** Deletes the row, unless it is being sent. The refusal of a deleted row is not shown again. */
export function cancelHandIn(owner: number, doc_id: number) {
  const [lane, key] = [outboxLaneOf(doc_id), outboxKeyOf(doc_id)]
  if (!outbox.isUnderWay(owner, { lane, key })) void outbox.drop(owner, key)
}

export async function takeBackHandIn(user_id: number, doc_id: number) {
  const { taken_back } = await ask('DELETE', handInPath, { params: { doc_id }, query: { user_id } })
  updateAnswers(
    user_id,
    doc_id,
    (before) => before && { ...before, handed_in_at: null, signature: null, taken_back },
  )
  await queryClient.invalidateQueries({ queryKey: ['docs', 'list'] })
}

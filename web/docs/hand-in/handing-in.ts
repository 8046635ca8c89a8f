// A process that somebody hands in, on its way to the server: behind all their answers that are still on theirs, and
// kept in the browser until the server has it.
import type { Signature } from '#contract/document/signature.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { createStore } from '#web/store.ts'
import { createOutbox } from '#web/unsaved/outbox.ts'
import { sendAs } from '#web/unsaved/send-as.ts'
import { forget, keep, kept, keptKeys } from '#web/unsaved/storage.ts'
import { handInsOf } from '../kept-keys.ts'
import { answersQuery } from '../queries.ts'
import { addReader, type OpenAnswers, openAnswers } from '../read/open-answers.ts'

type Waiting = { signature?: Signature }
/** `problem`: why the server has not taken it; without `waits` it was refused. */
type State = { waits?: Waiting | undefined; problem?: string | undefined }
const path = '/docs/{doc_id}/currentuserdata/hand_in/'

type HandingIn = ReturnType<typeof createEntry>
const open = new Map<string, HandingIn>()

export function handingIn(user_id: number, doc_id: number, answers: OpenAnswers): HandingIn {
  const key = `${handInsOf(user_id)}${doc_id}`
  const known = open.get(key)
  if (known?.isBusy()) return known
  const entry = createEntry(key, { user_id, doc_id, answers })
  open.set(key, entry)
  return entry
}

/** What earlier visits could not hand in, also of processes that are not open. */
export async function sendStoredHandIns(user_id: number) {
  for (const key of (await keptKeys(handInsOf(user_id))) ?? []) {
    const doc_id = Number(key.slice(handInsOf(user_id).length))
    handingIn(user_id, doc_id, openAnswers(user_id, doc_id))
  }
}

export const countHandIns = async (user_id: number) => (await keptKeys(handInsOf(user_id)))?.length ?? 0

type Whose = { user_id: number; doc_id: number; answers: OpenAnswers }

function createEntry(key: string, { user_id, doc_id, answers }: Whose) {
  const state = createStore<State>({})
  /** Their answers stay open meanwhile, and while nobody knows yet whether anything waits. */
  let release: (() => void) | undefined = addReader(answers)

  const outbox = createOutbox({
    next: () => (answers.store.isIdle() ? state.get().waits : undefined),
    send: ({ signature }: Waiting) =>
      sendAs(user_id, () =>
        ask('POST', path, {
          params: { doc_id },
          body: { user_id, ...(signature && { signature }) },
          outlivesPage: true,
        }),
      ),
    onDone({ signature }: Waiting, outcome) {
      if (outcome.kind === 'later') {
        const problem = outcome.status === 0 ? undefined : outcome.problem
        state.set({ ...state.get(), problem })
        return
      }
      if (outcome.kind === 'taken') {
        const { handed_in_at } = outcome.answer
        queryClient.setQueryData(
          answersQuery(user_id, doc_id).queryKey,
          (before) => before && { ...before, handed_in_at, signature: signature ?? null },
        )
        void queryClient.invalidateQueries({ queryKey: ['docs', 'list'] })
      }
      end(outcome.kind === 'refused' ? outcome.error.message : undefined)
    },
    onChange: () => {},
  })

  function hold(waits: Waiting) {
    release ??= addReader(answers)
    state.set({ waits })
    // Answers of an earlier visit go first: until they are read nobody knows that there are any.
    void answers.restored.then(() => answers.store.flush()).then(() => outbox.flush())
  }
  function end(problem?: string) {
    if (state.get().waits) void forget(key)
    if (state.get().waits || problem) state.set({ problem })
    release?.()
    release = undefined
  }
  answers.store.subscribe(() => {
    if (state.get().waits && !outbox.isWaiting()) void outbox.flush()
  })
  async function resume() {
    const stored = await kept<Waiting>(key)
    if (state.get().waits) return
    if (stored) hold(stored)
    else end()
  }
  void resume()

  return {
    state,
    isBusy: () => release !== undefined,
    begin(signature: Signature | undefined) {
      const waits = signature ? { signature } : {}
      void keep(key, waits)
      hold(waits)
    },
    /** Not while it is under way: it may have arrived. */
    callOff() {
      if (!outbox.underWay()) end()
    },
  }
}

export async function takeBack(user_id: number, doc_id: number) {
  await ask('DELETE', path, { params: { doc_id }, query: { user_id } })
  queryClient.setQueryData(
    answersQuery(user_id, doc_id).queryKey,
    (before) => before && { ...before, handed_in_at: null, signature: null },
  )
  await queryClient.invalidateQueries({ queryKey: ['docs', 'list'] })
}

// A process that somebody hands in, on its way to the server: behind all their answers that are still on theirs, and
// kept in the browser until the server has it, or with its reason until somebody has read why it will not.
import type { Signature } from '#contract/document/signature.ts'
import { ask, type Failed } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { createStore } from '#web/store.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { createOutbox } from '#web/unsaved/outbox.ts'
import { sendAs } from '#web/unsaved/send-as.ts'
import { forget, keep, kept, keptKeys, keptUnder } from '#web/unsaved/storage.ts'
import { handInsOf } from '../kept-keys.ts'
import { answersQuery, docQuery } from '../queries.ts'
import { addReader, type OpenAnswers, openAnswers } from '../read/open-answers.ts'
import { GONE } from '../read/queries.ts'

/** Of an older app nobody knows what the press saw. */
type Waiting = { signature?: Signature; round?: number; taken_back?: number }
/** As the screen knows it. */
export type Seen = { round?: number | undefined; taken_back?: number | undefined }
/** What the server will not take leaves its reason behind. */
export type Kept = Waiting & { problem?: string }
/**
 * `problem`: why the server has not taken it; without `waits` it waits no more. `isUnderWay`: it may have arrived, and
 * cannot be called off.
 */
type State = { waits?: Waiting | undefined; problem?: string | undefined; isUnderWay?: boolean }
const path = '/docs/{doc_id}/currentuserdata/hand_in/'

/** With all locked nobody could do so. */
const SEE_FIRST =
  'Eine Angabe ließ sich nicht speichern. Bitte sehen Sie nach, was an ihrem Feld steht, und geben Sie dann noch einmal ab.'

type HandingIn = ReturnType<typeof createEntry>
/** Those that wait, or may. */
const open = new Map<string, HandingIn>()

export function handingIn(user_id: number, doc_id: number, answers: OpenAnswers): HandingIn {
  const key = `${handInsOf(user_id)}${doc_id}`
  return open.get(key) ?? createEntry(key, { user_id, doc_id, answers })
}

/** What earlier visits could not hand in, also of processes that are not open. */
export async function sendStoredHandIns(user_id: number) {
  for (const key of (await keptKeys(handInsOf(user_id))) ?? []) {
    const doc_id = Number(key.slice(handInsOf(user_id).length))
    handingIn(user_id, doc_id, openAnswers(user_id, doc_id))
  }
}

export async function countHandIns(user_id: number): Promise<number> {
  const stored = (await keptUnder<Kept>(handInsOf(user_id))) ?? []
  return stored.filter(({ problem }) => !problem).length
}

type Whose = { user_id: number; doc_id: number; answers: OpenAnswers }

function createEntry(key: string, { user_id, doc_id, answers }: Whose) {
  const state = createStore<State>({})
  let isSeen = false
  /** Whether the browser has what waits: only then it is missed there. */
  let isKept = false
  let release: (() => void) | undefined

  const outbox = createOutbox({
    next: () => (answers.store.isIdle() ? state.get().waits : undefined),
    async send(waits: Waiting) {
      if (await isElsewhere(waits)) return { kind: 'elsewhere' } as const
      return sendAs(user_id, () =>
        ask('POST', path, { params: { doc_id }, body: { user_id, ...waits }, outlivesPage: true }),
      )
    },
    onDone({ signature }: Waiting, outcome) {
      if (outcome.kind === 'later') {
        const problem = outcome.status === 0 ? undefined : outcome.problem
        state.set({ ...state.get(), problem })
        return
      }
      if (outcome.kind === 'refused') {
        refuse(outcome.error)
        return
      }
      if (outcome.kind === 'elsewhere') {
        goAlong()
        return
      }
      const { handed_in_at } = outcome.answer
      queryClient.setQueryData(
        answersQuery(user_id, doc_id).queryKey,
        (before) => before && { ...before, handed_in_at, signature: signature ?? null },
      )
      void queryClient.invalidateQueries({ queryKey: ['docs', 'list'] })
      end()
    },
    onChange: () => state.set({ ...state.get(), isUnderWay: outbox.underWay() !== undefined }),
  })

  /** Their answers stay open meanwhile, and while nobody knows yet whether anything waits. */
  function follow() {
    open.set(key, entry)
    const removeReader = addReader(answers)
    const unfollow = answers.store.subscribe(() => {
      void endIfStuck()
      if (!outbox.isWaiting()) void outbox.flush()
    })
    return () => {
      if (open.get(key) === entry) open.delete(key)
      unfollow()
      removeReader()
    }
  }
  function hold(waits: Waiting) {
    release ??= follow()
    state.set({ waits })
    // Answers of an earlier visit go first: until they are read nobody knows that there are any.
    void answers.restored
      .then(() => answers.store.flush())
      .then(() => {
        void endIfStuck()
        return outbox.flush()
      })
  }
  function end(problem?: string) {
    if (problem) void keep(key, { problem } satisfies Kept)
    else void forget(key)
    leave(problem)
  }
  function leave(problem: string | undefined) {
    const before = state.get()
    if (before.waits || before.problem !== problem) state.set({ problem })
    release?.()
    release = undefined
  }
  function refuse({ status, message }: Failed) {
    const problem = status === 404 ? GONE : message
    giveUp(problem)
    if (problem !== GONE) refresh()
  }
  function giveUp(problem: string) {
    end(problem)
    // Nobody will see it there.
    if (problem === GONE) void forget(key)
    if (!isSeen) void tellProblem(doc_id, key, problem)
  }
  /** It is not as it was when it was pressed. */
  function refresh() {
    void queryClient.invalidateQueries({ queryKey: docQuery(doc_id).queryKey, exact: true })
    // Out of reach, or the session has ended: another call will say so.
    void answers.refresh().catch(() => {})
  }
  /** As it is by now where another window has changed it. */
  function goAlong() {
    state.set({})
    refresh()
    void resume()
  }
  /** Another window has called it off or pressed anew, or the server has it from there. */
  async function isElsewhere(waits: Waiting) {
    const keys = isKept && (await keptKeys(key))
    if (!keys) return false
    return !keys.includes(key) || JSON.stringify(await kept<Kept>(key)) !== JSON.stringify(waits)
  }
  /**
   * An answer that is refused or in dispute does not get there by itself: it would be waited for without end. On its
   * screen that is so at once; of several windows elsewhere only the first has something to tell.
   */
  async function endIfStuck() {
    const { waits } = state.get()
    if (!waits || !isStuck()) return
    if (!isSeen && (await isElsewhere(waits))) {
      if (state.get().waits === waits && isStuck()) goAlong()
    } else if (state.get().waits === waits && isStuck()) {
      const { isClosed, problem = SEE_FIRST } = answers.store.status()
      giveUp(isClosed ? problem : SEE_FIRST)
    }
  }
  const isStuck = () => answers.store.status().status === 'failed' && !outbox.underWay()
  async function resume() {
    const stored = await kept<Kept>(key)
    if (state.get().waits) return
    isKept = stored !== undefined
    if (stored && !stored.problem) hold(stored)
    else leave(stored?.problem)
  }

  const entry = {
    state,
    begin(signature: Signature | undefined, { round, taken_back }: Seen) {
      const waits = {
        ...(signature && { signature }),
        ...(round !== undefined && { round }),
        ...(taken_back !== undefined && { taken_back }),
      }
      isKept = false
      void keep(key, waits).then((is) => void (isKept = is))
      hold(waits)
    },
    /** Nothing is said of it any more, either. Not while it is under way: it may have arrived. */
    callOff() {
      if (!outbox.underWay()) end()
    },
    /** The reason why it will not be taken has been in sight. */
    told: (isInSight: boolean) => {
      if (isInSight && !state.get().waits) void forget(key)
    },
    /** It stands on the screen until the returned function is called. */
    show() {
      isSeen = true
      void endIfStuck()
      return () => void (isSeen = false)
    },
  }
  release = follow()
  void resume()
  return entry
}

/** Wherever they are. */
export async function tellProblem(doc_id: number, key: string, problem: string) {
  const query = { ...docQuery(doc_id), staleTime: Number.POSITIVE_INFINITY }
  const doc = await queryClient.fetchQuery(query).catch(() => undefined)
  // Nobody finds the reason where it is not handed in any more.
  if (doc && !doc.hand_in) void forget(key)
  toast(`${doc ? `„${doc.name}“` : 'Ein Prozess'} ist nicht abgegeben. ${problem}`, { tone: 'danger' })
}

export async function takeBack(user_id: number, doc_id: number) {
  const { taken_back } = await ask('DELETE', path, { params: { doc_id }, query: { user_id } })
  queryClient.setQueryData(
    answersQuery(user_id, doc_id).queryKey,
    (before) => before && { ...before, handed_in_at: null, signature: null, taken_back },
  )
  await queryClient.invalidateQueries({ queryKey: ['docs', 'list'] })
}

// Keeps the answers that may be read without a network, as they arrive in the one place where all of them do. It
// begins once the app itself is on the device, writes when nothing else is to be done, and stops when the copies are
// not this page's any more.
import type { Query } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/users.ts'
import { Failed, isGone } from '#web/api.ts'
import { idle } from '#web/idle.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { forgetCopies, type Owner } from './database.ts'
import { keepImages, type LoadedImage, noImages, onImage } from './images.ts'
import { adopt, hasRightsOf } from './owner.ts'
import { isStandIn } from './stand-in.ts'
import { dropCopy, NotOwner, writeAge, writeBytes, writeCopy, writeSeen } from './write.ts'

/** What arrives within this is written together. */
const SOON_MS = 1_000
/** An answer that has not changed is not written again; that it is still true is, so often. */
const AGE_STEP_MS = 30_000
/** Images that wait to be written, in bytes; those beyond are kept when they are looked at again. */
const MOST_WAITING = 32 * 1024 * 1024

const queries = queryClient.getQueryCache()
/** Undefined until the copies are this person's. */
let owner: Owner | undefined
/** They were this person's, and are not any more. */
let isLost = false
/** Whom the page is asking the browser for the copies of. */
let person: number | undefined
const due = new Map<string, Query>()
const gone = new Set<string>()
const images: LoadedImage[] = []
/** What lies on the device, as far as this page has written it. */
const written = new Map<string, { data: unknown; at: number }>()

let isKeeping = false

export function keepCopies() {
  if (isKeeping) return
  isKeeping = true
  queries.subscribe((event) => {
    const { query } = event
    if (!query.meta?.isCopied) return
    const isPerson = query.queryHash === PERSON
    if (event.type === 'removed' && isPerson) begin()
    if (event.type !== 'updated') return
    if (event.action.type === 'success') {
      if (isStandIn(query)) return
      // What this page has changed in it by itself, nobody has confirmed.
      if (isPerson && !(isLost && event.action.manual)) meet(query.state.data as CurrentUser)
      noteDue(query)
    } else if (event.action.type === 'error' && isNotTheirs(query.state.error)) {
      noteGone(query)
    }
  })
  keepImages()
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void write())
  const me = queryClient.getQueryData(currentUserQuery.queryKey)
  const confirmed = queryClient.getQueryState(currentUserQuery.queryKey)
  // One that stands there from a copy has not been confirmed by anybody.
  if (me && Date.now() - (confirmed?.dataUpdatedAt ?? 0) < AGE_STEP_MS) meet(me)
  noteAll()
}

/** What has come before this was listened to. */
function noteAll() {
  for (const query of queries.getAll()) {
    if (!query.meta?.isCopied) continue
    if (query.state.data !== undefined) noteDue(query)
    else if (isNotTheirs(query.state.error)) noteGone(query)
  }
}

const PERSON = JSON.stringify(currentUserQuery.queryKey)

const isNotTheirs = (error: unknown) => isGone(error) || (error instanceof Failed && error.status === 403)

/** Nobody is signed in any more, as far as this page knows: by themselves, or since the server says so. */
function begin() {
  owner = undefined
  isLost = false
  person = undefined
  forgetWork()
  void forgetCopies()
}
function forgetWork() {
  due.clear()
  gone.clear()
  images.length = 0
  noImages()
  written.clear()
}

/** The server has just said who is signed in. */
function meet(me: CurrentUser) {
  const isSame = person === me.id && (owner === undefined || hasRightsOf(owner, me))
  if (isSame && !isLost) return
  // What was under way for somebody else, or with other rights, is not to be kept for this one.
  if (person !== undefined) forgetWork()
  // All that this page has is theirs: none of it is on the device any more.
  if (isSame) noteAll()
  person = me.id
  owner = undefined
  isLost = false
  void take(me)
}

async function take(me: CurrentUser) {
  try {
    const adopted = await adopt(me)
    if (person !== me.id) return
    owner = adopted
    onImage(noteImage)
    writeSoon()
  } catch {
    // A browser that keeps nothing.
  }
}

function noteDue(query: Query) {
  gone.delete(query.queryHash)
  due.set(query.queryHash, query)
  writeSoon()
}

function noteGone({ queryHash }: Query) {
  due.delete(queryHash)
  gone.add(queryHash)
  writeSoon()
}

function noteImage(image: LoadedImage): boolean {
  const waiting = images.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (waiting + image.bytes.length > MOST_WAITING) return false
  images.push(image)
  writeSoon()
  return true
}

let timer: ReturnType<typeof setTimeout> | undefined
function writeSoon() {
  timer ??= setTimeout(() => {
    timer = undefined
    void write()
  }, SOON_MS)
}

let underWay: Promise<void> | undefined
/** One after the other: the last answer of a query is the one that stays. */
async function write(): Promise<void> {
  if (underWay) return void underWay.then(() => due.size + gone.size + images.length > 0 && writeSoon())
  const now = owner
  if (now === undefined || isLost) return
  underWay = writeAll(now).catch((error: unknown) => stopIfLost(now, error))
  await underWay
  underWay = undefined
}

async function writeAll(now: Owner) {
  for (const key of gone) {
    gone.delete(key)
    written.delete(key)
    await dropCopy(now, key)
  }
  for (const [key, query] of due) {
    await idle()
    // Another person, or other rights: nothing more of this.
    if (owner !== now) return
    due.delete(key)
    const { data, dataUpdatedAt: at } = query.state
    const before = written.get(key)
    const isSame = before !== undefined && before.data === data
    if (isSame && at - before.at < AGE_STEP_MS) continue
    if (!isSame) await writeCopy(now, key, data, at)
    else await writeAge(now, key, at)
    if (key === PERSON) await writeSeen(now)
    written.set(key, { data, at })
  }
  for (let image = images.shift(); image; image = images.shift()) {
    await idle()
    if (image.user_id === now.user_id) await writeBytes(now, image.path, image.bytes, Date.now())
  }
}

/**
 * Somebody has logged out in another window, or only emptied the browser: who is signed in is asked now, and if nobody
 * answers, the next answer tells. Until then nothing is kept.
 */
function stopIfLost(now: Owner, error: unknown) {
  // Whatever else it is, the next answer tries again.
  if (!(error instanceof NotOwner) || owner !== now || isLost) return
  isLost = true
  forgetWork()
  void queryClient.refetchQueries({ queryKey: currentUserQuery.queryKey })
}

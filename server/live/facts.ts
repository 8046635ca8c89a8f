// The names of facts that answers rest on.
import type { ChatKind } from '#contract/chat.ts'

/** Everything about one person that decides what they may do or what their app polls. */
export const aboutUser = (id: number) => `user:${id}`

/** The users there are, and the columns that a list of users filters by. */
export const aboutUsers = 'users'

/** Which groups there are, who is put into them or taken out by hand, and whether their chats are shown. */
export const aboutAssignments = 'assignments'

/** The result of one long-running action. */
export const aboutBackgroundResult = (id: string) => `background:${id}`

/** What the company calls itself, and its logo. */
export const aboutCompany = 'company'

/** Jobs wait to be done. */
export const aboutJobs = 'jobs'

/** Which happenings there are with their parts and entries, as planned, and what a list of them filters by. */
export const aboutHappenings = 'happenings'

/** How far happenings are: their status alone. */
export const aboutStatuses = 'statuses'

/** The status of one happening, for whom it is about: their own shifts rest on few. */
export const aboutStatus = (happeningId: number) => `status:${happeningId}`

/** Who records the times of a happening's parts. */
export const aboutRecorders = (happeningId: number) => `recorders:${happeningId}`

/** The fields of documents; the answers of all where they are emptied or move along. */
export const aboutDocs = 'docs'

/** Which documents there are and who may see them, and what stands in a list beside their fields. */
export const aboutDocHeads = 'doc-heads'

/** What one person has filled in. */
export const aboutAnswers = (userId: number) => `answers:${userId}`

/** The times of one part, or of any. */
export const aboutTimes = (subhappeningId: number) => `times:${subhappeningId}`
export const aboutAllTimes = 'times'

/** Of any happening's: what is told of one counts for these, too. */
export const anyTimes = 'times'
export const anyRecorders = 'recorders'

/** Some long-running action has ended. */
export const aboutReports = 'reports'

/** The chats of one person: their direct ones and what was said there, and how far they have read all of theirs. */
export const aboutChats = (userId: number) => `chats:${userId}`

/** A room: what was said in it, deleted from it, and whether it is shown. */
export const aboutRoom = (kind: ChatKind, id: number) => `room:${kind}:${id}`

/** The head of a room: its name, if it is shown, if anybody can write in it. */
export const aboutRoomHead = (kind: ChatKind, id: number) => `room-head:${kind}:${id}`

/** Of any room. */
export const anyRoom = 'room'
export const anyRoomHead = 'room-head'

/** The room that a fact is about. */
export function roomOf(fact: string): { kind: ChatKind; id: number } | undefined {
  const [, kind, id] = /^room(?:-head)?:(groups|direct):(\d+)$/.exec(fact) ?? []
  return kind === undefined ? undefined : { kind: kind as ChatKind, id: Number(id) }
}

export const isAboutHead = (fact: string) => fact.startsWith('room-head:')

/**
 * Whether this release knows what a fact is about. Another release may name facts that this one does not; so a name
 * that has gone is told on for one release, and one that means something else now has another name.
 */
const kinds =
  /^(?:user:\d+|users|assignments|background:[\w-]+|company|jobs|happenings|statuses|status:\d+|recorders:\d+|docs|doc-heads|answers:\d+|chats:\d+|times(?::\d+)?|reports|room(?:-head)?:(?:groups|direct):\d+)$/
export const isKnownFact = (fact: unknown): fact is string => typeof fact === 'string' && kinds.test(fact)

/** The person that a fact is about. */
export const userOf = (fact: string) => (fact.startsWith('user:') ? Number(fact.slice(5)) : undefined)

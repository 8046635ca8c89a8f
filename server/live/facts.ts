// Names of the facts that cached and polled answers depend on.
import type { ChatKind } from '#contract/chat.ts'

/** Everything about one person that decides on their rights or on what their app polls. */
export const aboutUser = (id: number) => `user:${id}`

/** Existence of users, and the columns that lists of users filter by. */
export const aboutUsers = 'users'

/** Existence of groups, manual assignments, and whether their chats are enabled. */
export const aboutAssignments = 'assignments'

/** Result of one background job. */
export const aboutBackgroundResult = (id: string) => `background:${id}`

/** Name and logo of the company. */
export const aboutCompany = 'company'

/** New jobs are queued. */
export const aboutJobs = 'jobs'

/** Happenings with their parts and entries as planned, and what lists of them filter by. */
export const aboutHappenings = 'happenings'

/** Status of any happening. */
export const aboutStatuses = 'statuses'

/** Status of one happening. Answers about its parts and entries depend on it. */
export const aboutStatus = (happeningId: number) => `status:${happeningId}`

/** Recorders of a happening's parts. */
export const aboutRecorders = (happeningId: number) => `recorders:${happeningId}`

/** Fields of documents; also everybody's answers when they are reset or moved. */
export const aboutDocs = 'docs'

/** Existence and visibility of documents, and what lists show of them beside their fields. */
export const aboutDocHeads = 'doc-heads'

/** One person's answers. */
export const aboutAnswers = (userId: number) => `answers:${userId}`

/** Recorded times of one part. */
export const aboutTimes = (subhappeningId: number) => `times:${subhappeningId}`

/** Recorded times of any part; every `times:…` fact implies it. */
export const aboutAnyTimes = 'times'
export const aboutAnyRecorders = 'recorders'

/** Some background job has ended. */
export const aboutReports = 'reports'

/** One person's direct chats that have messages, and the person's read marks in all rooms. */
export const aboutChats = (userId: number) => `chats:${userId}`

/** A room: its messages, deletions, and whether it is enabled. */
export const aboutRoom = (kind: ChatKind, id: number) => `room:${kind}:${id}`

/** Reactions in a room. Separate from its messages, because lists of rooms show no reactions. */
export const aboutReactions = (kind: ChatKind, id: number) => `room-reactions:${kind}:${id}`

/** Head of a room: name, visibility, and whether it accepts messages. */
export const aboutRoomHead = (kind: ChatKind, id: number) => `room-head:${kind}:${id}`

/** Any room; implied by every `room:…` fact. */
export const aboutAnyRoom = 'room'
export const aboutAnyRoomHead = 'room-head'

export function roomOf(fact: string): { kind: ChatKind; id: number } | undefined {
  const [, kind, id] = /^room(?:-head|-reactions)?:(groups|direct):(\d+)$/.exec(fact) ?? []
  return kind === undefined ? undefined : { kind: kind as ChatKind, id: Number(id) }
}

export const isRoomHeadFact = (fact: string) => fact.startsWith('room-head:')

export const userOf = (fact: string) => (fact.startsWith('user:') ? Number(fact.slice(5)) : undefined)

// The attacks by name. Each is one that a single staff member, or somebody without an account, could carry out.
import type { Attack } from './method.ts'
import { floodOfReads, framesSent, liveConnections, messagesEverywhere, pingsUnread } from './on-live.ts'
import { bodiesHeldOpen, idleConnections, unreadAnswers } from './on-memory.ts'
import { exportsAtOnce, guesses, hardPdf, images, searches, tags } from './on-work.ts'

export const attacks: Record<string, Attack> = {
  'answers that nobody reads': unreadAnswers,
  'bodies held open': bodiesHeldOpen,
  'idle connections': idleConnections,
  'guesses from one network': guesses,
  'searches for 100 words': searches,
  'tags of 14,000 dashes': tags,
  'large images, again and again': images,
  'texts that are hard to set': hardPdf,
  'exports at once': exportsAtOnce,
  'live connections without end': liveConnections,
  'frames into a live connection': framesSent,
  'pings whose answers nobody reads': pingsUnread,
  'messages into every room': messagesEverywhere,
  'reads as fast as they go': floodOfReads,
}

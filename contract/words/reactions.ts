/** What somebody can make of a message, in the order in which it is offered: its sign, and how it is read aloud. */
export const reactions = {
  up: { sign: '👍', word: 'Daumen hoch' },
  heart: { sign: '❤️', word: 'Herz' },
  laugh: { sign: '😂', word: 'Lachen' },
  wow: { sign: '😮', word: 'Staunen' },
  sad: { sign: '😢', word: 'Traurig' },
  thanks: { sign: '🙏', word: 'Danke' },
  party: { sign: '🎉', word: 'Feiern' },
  done: { sign: '✅', word: 'Erledigt' },
} as const
export type ReactionName = keyof typeof reactions
export const reactionNames = Object.keys(reactions) as ReactionName[]

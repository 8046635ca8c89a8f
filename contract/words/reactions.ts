/** Reactions in the order offered: the sign, and how it is read aloud. */
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

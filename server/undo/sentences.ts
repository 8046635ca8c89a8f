/** What people are told here. */
export const sentences = {
  isOver: 'Das lässt sich nicht mehr rückgängig machen.',
} as const

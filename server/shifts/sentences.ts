/** What people are told here. */
export const sentences = {
  noSuchDay: 'Dieses Datum gibt es nicht.',
} as const

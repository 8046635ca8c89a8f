/** How far somebody is with a document: all of its fields, some, or none. */
export const fillStates = ['finished', 'begun', 'missing'] as const
export type FillState = (typeof fillStates)[number]

/** Progress of a person with a document: all fields, some, or none. */
export const fillStates = ['finished', 'begun', 'missing'] as const
export type FillState = (typeof fillStates)[number]

export const fillStateLabels: Record<FillState, string> = {
  finished: 'Fertig',
  begun: 'Angefangen',
  missing: 'Fehlt',
}

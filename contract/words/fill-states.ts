/**
 * Progress of a person with a document. 'finished': handed in, or without hand-in all required fields are filled in
 * (all fields if none is required). 'begun': some fields are. 'missing': none is.
 */
export const fillStates = ['finished', 'begun', 'missing'] as const
export type FillState = (typeof fillStates)[number]

export const fillStateLabels: Record<FillState, string> = {
  finished: 'Fertig',
  begun: 'Angefangen',
  missing: 'Fehlt',
}

import type { Field, Value } from './fields.ts'

/** The table of results: fields across, people down. A round keeps it as it was. */
export type RoundPerson = { user_id: number | null; username: string; display_name: string }
export type RoundTable = { fields: Field[]; people: (RoundPerson & { data: Record<string, Value> })[] }

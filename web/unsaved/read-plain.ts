import { DATE, MAP } from './plain.ts'

/** What plain.ts has written. */
export const readPlain = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if (DATE in value) return new Date(String(value[DATE]))
    return MAP in value ? new Map(value[MAP] as [unknown, unknown][]) : value
  })

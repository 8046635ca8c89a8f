// What was sent and never answered. Pure.
import type { Edits } from './edits.ts'
import { fields } from './ends.ts'

/** The server may have it all the same. Sent again as it was, it is remembered once. */
export function leftUnanswered(edits: Edits, sent: Edits): Edits {
  const next = new Map(edits)
  for (const [id, { local }] of sent) {
    const present = next.get(id)
    const known = present?.unanswered ?? []
    if (present && known.every((one) => fields.some((field) => one[field] !== local[field])))
      next.set(id, { ...present, unanswered: [...known, local] })
  }
  return next
}

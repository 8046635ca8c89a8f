import { eventClosing } from './closing.ts'
import type { DemoDocument } from './document.ts'
import { equipment } from './equipment.ts'
import { keyHandover } from './keys.ts'
import { lostProperty } from './lost-property.ts'
import { onboarding } from './onboarding.ts'
import { safety } from './safety.ts'
import { travel } from './travel.ts'

/** `firstDocument` is in every seeded database, also in that of a test. Only the demo has the others. */
export const firstDocument: DemoDocument = onboarding
export const otherDocuments: DemoDocument[] = [
  eventClosing,
  keyHandover,
  safety,
  lostProperty,
  equipment,
  travel,
]

import { closing } from './closing.ts'
import type { DemoDocument } from './document.ts'
import { equipment } from './equipment.ts'
import { keys } from './keys.ts'
import { lostProperty } from './lost-property.ts'
import { onboarding } from './onboarding.ts'
import { safety } from './safety.ts'
import { travel } from './travel.ts'

/** The document of every test database, and those that only the demo has. */
export const firstDocument: DemoDocument = onboarding
export const otherDocuments: DemoDocument[] = [closing, keys, safety, lostProperty, equipment, travel]

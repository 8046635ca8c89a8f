// Templates of documents. Details that only the company knows stand in square brackets.
import type { Tree } from '#contract/document/tree.ts'
import type { DocTemplateKey } from '#contract/words/templates.ts'
import { closing } from './closing.ts'
import { equipment } from './equipment.ts'
import { keys } from './keys.ts'
import { lostProperty } from './lost-property.ts'
import { onboarding } from './onboarding.ts'
import { safety } from './safety.ts'

export const templateContents: Record<DocTemplateKey, Tree> = {
  onboarding,
  safety,
  keys,
  closing,
  equipment,
  lost_property: lostProperty,
}

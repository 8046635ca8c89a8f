// Initial contents of documents that are created from a template. Square brackets mark details that only the company
// knows.
import type { Tree } from '#contract/document/tree.ts'
import type { DocTemplateKey } from '#contract/words/templates.ts'
import { closingTemplate } from './closing.ts'
import { equipmentTemplate } from './equipment.ts'
import { keysTemplate } from './keys.ts'
import { lostPropertyTemplate } from './lost-property.ts'
import { onboardingTemplate } from './onboarding.ts'
import { safetyTemplate } from './safety.ts'

export const templateContents: Record<DocTemplateKey, Tree> = {
  onboarding: onboardingTemplate,
  safety: safetyTemplate,
  keys: keysTemplate,
  closing: closingTemplate,
  equipment: equipmentTemplate,
  lost_property: lostPropertyTemplate,
}

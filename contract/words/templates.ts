/** Templates of a new process, in the order in which they are offered. */
export const templates = {
  onboarding: 'Onboarding',
  safety: 'Sicherheitsunterweisung',
  keys: 'Schlüsselübergabe',
  closing: 'Veranstaltungsabschluss',
  equipment: 'Übergabe Technik',
  lost_property: 'Fundsachen',
} as const

export type DocTemplateKey = keyof typeof templates
export const templateKeys = Object.keys(templates) as DocTemplateKey[]

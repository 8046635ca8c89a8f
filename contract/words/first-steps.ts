/** What a new installation needs, in the order in which it is best done. */
export const firstSteps = [
  'password',
  'second_factor',
  'company',
  'people',
  'groups',
  'process',
  'invite',
  'install',
] as const
export type FirstStep = (typeof firstSteps)[number]

/** Good to have; nobody waits for them. */
export const optionalSteps: ReadonlySet<FirstStep> = new Set(['second_factor', 'install'])

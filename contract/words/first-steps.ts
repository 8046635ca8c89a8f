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

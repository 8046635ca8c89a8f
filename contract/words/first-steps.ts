/** Setup steps of a new installation, in the recommended order. */
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

/** Optional; the setup counts as finished without them. */
export const optionalSteps: ReadonlySet<FirstStep> = new Set(['second_factor', 'install'])

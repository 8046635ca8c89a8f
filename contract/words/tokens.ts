/** Scopes of a token, each for reading or for reading and writing; the audit log is read-only. */
export const tokenDomains = ['documents', 'happenings', 'users', 'groups', 'audit'] as const
export const tokenScopes = [
  'documents:read',
  'documents:write',
  'happenings:read',
  'happenings:write',
  'users:read',
  'users:write',
  'groups:read',
  'groups:write',
  'audit:read',
] as const
/** In days. */
export const tokenLifetimeDays = { usual: 90, longest: 365 }

/** Prefix of the OAuth state for linking an account, by which the callback page recognises it. */
export const LINKING_PREFIX = 'link-'

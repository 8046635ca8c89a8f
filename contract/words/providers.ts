/** Begins the state of what shall connect an account: the page that the provider leads back to knows it by that. */
export const LINKING = 'link-'

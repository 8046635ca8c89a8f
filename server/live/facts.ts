/** The names of facts that answers rest on. */

/** Everything about one person that decides what they may do or what their app polls. */
export const aboutUser = (id: number) => `user:${id}`

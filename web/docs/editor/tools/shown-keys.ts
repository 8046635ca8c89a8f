/** Whether tools tell of the keys that do the same: a finger has none of them. */
export const keysShown = !matchMedia('(pointer: coarse)').matches

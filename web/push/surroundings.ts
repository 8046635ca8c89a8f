/** Opened from the home screen or the desk: there is no address around it. */
export const isApp = () =>
  ['standalone', 'minimal-ui', 'fullscreen'].some((mode) => matchMedia(`(display-mode: ${mode})`).matches)

/** Under a finger: browsers there hide in a menu what others show beside the address. */
export const isTouched = () => matchMedia('(pointer: coarse)').matches

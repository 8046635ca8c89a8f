// Properties of the window and the device.

/** A phone, or a window as narrow: there the shell has its bars, and pages put their title into the upper one. */
export const isSmallWindow = () => matchMedia('(max-width: 53.75em)').matches

/** The pointer is a finger: a phone or a tablet. */
export const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Instant for people who have asked their device for less motion. */
export const motion = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'

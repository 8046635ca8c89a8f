// Media queries.

/** Phone or narrow window: the shell shows its bars, with the page's title in the upper one. */
export const isSmallWindow = () => matchMedia('(max-width: 53.75em)').matches

/** Coarse pointer: phone or tablet. */
export const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Instant with „reduced motion“. */
export const motion = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'

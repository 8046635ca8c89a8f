/** How the page moves to a place: at once for whoever has asked their device for less motion. */
export const motion = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'

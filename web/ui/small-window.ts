/** A phone, or a window as narrow: there the shell has its bars, and pages put their title into the upper one. */
const narrow = matchMedia('(max-width: 53.75em)')

export const isSmallWindow = () => narrow.matches

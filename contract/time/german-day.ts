/** Formats '2026-11-22', or a moment of that day, as '22.11.2026'. */
export const germanDay = (moment: string) => moment.slice(0, 10).split('-').toReversed().join('.')

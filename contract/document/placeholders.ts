/**
 * What waits for somebody to write over it: what a new section says, and the words between brackets of the templates.
 */
export const NEW_SECTION = { headline: 'New Section', body: 'New Section Body' }

/** Of one line of text, such as '[Name, Telefonnummer]'; '[1]' and '[x]' are somebody's own. */
export const wordsBetweenBrackets = (line: string): { text: string; at: number }[] =>
  [...line.matchAll(/\[[^\][\n]{1,80}\]/g)]
    .map(({ 0: text, index }) => ({ text, at: index }))
    .filter(({ text }) => /\p{L}{2}/u.test(text))

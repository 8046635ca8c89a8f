/**
 * Placeholders to be replaced by the author: the texts of a new section, and bracketed words of the templates.
 */
export const NEW_SECTION_TEXTS = { headline: 'New Section', body: 'New Section Body' }

/**
 * Finds placeholders in one line, such as '[Name, Telefonnummer]'. At least two consecutive letters are
 * required, so '[1]' and '[x]' are no placeholders.
 */
export const wordsBetweenBrackets = (line: string): { text: string; at: number }[] =>
  [...line.matchAll(/\[[^\][\n]{1,80}\]/g)]
    .map(({ 0: text, index }) => ({ text, at: index }))
    .filter(({ text }) => /\p{L}{2}/u.test(text))

/** A line of `doctor`: passed, failed, or a hint. */
export type Finding = { isOk: boolean; text: string; isHint?: true }

export const pass = (text: string): Finding => ({ isOk: true, text })
export const fail = (text: string): Finding => ({ isOk: false, text })
export const hint = (text: string): Finding => ({ isOk: true, text, isHint: true })

/** One line per finding. Further lines of a text are indented below its first one. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ isOk, text, isHint }) => {
      const mark = isHint ? 'HINWEIS' : isOk ? '  gut  ' : ' FEHLT '
      return `${mark}  ${text.replaceAll('\n', `\n${' '.repeat(mark.length + 2)}`)}`
    })
    .join('\n')
}

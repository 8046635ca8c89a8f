/** A line of `doctor`: fine, broken, or a hint. */
export type Finding = { fine: boolean; says: string; isHint?: true }

export const fine = (says: string): Finding => ({ fine: true, says })
export const wrong = (says: string): Finding => ({ fine: false, says })
export const hint = (says: string): Finding => ({ fine: true, says, isHint: true })

/** Aligned; long lines are wrapped with an indent. */
export function printed(findings: readonly Finding[]): string {
  return findings
    .map(({ fine: isFine, says, isHint }) => {
      const mark = isHint ? 'HINWEIS' : isFine ? '  gut  ' : ' FEHLT '
      return `${mark}  ${says.replaceAll('\n', `\n${' '.repeat(mark.length + 2)}`)}`
    })
    .join('\n')
}

/** A line of `doctor`: well, not well, or worth a look. */
export type Finding = { fine: boolean; says: string; isHint?: true }

export const fine = (says: string): Finding => ({ fine: true, says })
export const wrong = (says: string): Finding => ({ fine: false, says })
export const hint = (says: string): Finding => ({ fine: true, says, isHint: true })

/** Below each other, whatever they say: a longer line goes on where it began. */
export function printed(findings: readonly Finding[]): string {
  return findings
    .map(({ fine: isFine, says, isHint }) => {
      const mark = isHint ? 'HINWEIS' : isFine ? '  gut  ' : ' FEHLT '
      return `${mark}  ${says.replaceAll('\n', `\n${' '.repeat(mark.length + 2)}`)}`
    })
    .join('\n')
}

import { childrenOf, wholeIn, widthsIn } from '#contract/document/attributes.ts'
import type { Tree } from '#contract/document/tree.ts'

/** The width of each column in px, 0 where it has none; as the cells of the first row say. */
export function columnWidths(table: Tree): number[] {
  const [first] = childrenOf(table)
  return (first ? childrenOf(first) : []).flatMap((cell) => {
    const widths = widthsIn(cell)
    const span = wholeIn(cell, 'colspan', 1, 100) ?? 1
    return Array.from({ length: span }, (_, at) => widths[at] ?? 0)
  })
}

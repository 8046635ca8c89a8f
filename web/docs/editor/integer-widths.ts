// Keeps widths of columns whole: some screens drag to fractions of a pixel, and pasted tables bring any number.
import type { Node } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'

const WIDEST = 2_000

export const integerWidths = new Plugin({
  appendTransaction(transactions, _, { doc, tr }) {
    for (const changed of transactions) {
      for (const [from, to] of changedRanges(changed)) {
        doc.nodesBetween(Math.min(from, doc.content.size), Math.min(to, doc.content.size), (node, pos) => {
          const whole = integerWidthsOf(node)
          if (whole) tr.setNodeAttribute(pos, 'colwidth', whole)
          return !node.isTextblock
        })
      }
    }
    return tr.docChanged ? tr : null
  },
})

function integerWidthsOf({ attrs }: Node): number[] | undefined {
  const widths = attrs['colwidth'] as number[] | null | undefined
  const isWhole = (width: number) => Number.isInteger(width) && width <= WIDEST
  if (!widths || widths.every(isWhole)) return undefined
  return widths.map((width) => Math.min(Math.round(width) || 0, WIDEST))
}

function* changedRanges({ mapping }: Transaction): Generator<[from: number, to: number]> {
  for (const [at, map] of mapping.maps.entries()) {
    const ranges: [number, number][] = []
    map.forEach((_, __, from, to) => ranges.push([from, to]))
    const rest = mapping.slice(at + 1)
    for (const [from, to] of ranges) yield [rest.map(from, -1), rest.map(to, 1)]
  }
}

// Tables while they are edited: whole widths of columns, scrolling by themselves, words that can be read on a colour.
import { DOMSerializer, type Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { TableView } from 'prosemirror-tables'
import type { NodeView } from 'prosemirror-view'
import { limits } from '#contract/document/tree.ts'
import { changedRanges } from './changed-ranges.ts'

/**
 * Wider than the surface it scrolls, and follows the cursor: Chromium does so only where an element is editable
 * itself.
 */
export class ScrollingTable extends TableView {
  constructor(node: Node, cellMinWidth: number) {
    super(node, cellMinWidth)
    this.dom.contentEditable = 'true'
    this.dom.classList.add('sideways')
  }
}

/** A coloured cell says whether its colour is light, so that its words can be read in the dark look too. */
function cellView(node: Node): NodeView {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, node.type.spec.toDOM?.(node) ?? ['td', 0])
  const colour = node.attrs['background'] as string | null
  if (colour) dom.dataset['tone'] = isLight(colour) ? 'light' : 'dark'
  return { dom, ...(contentDOM && { contentDOM }) }
}
export const cellViews = { table_cell: cellView, table_header: cellView }

/** True if text on this colour (`#rrggbb`) should be dark: by its luminance, as contrast is defined. */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  // At this luminance black and white have the same contrast.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
}

/** Some screens drag to fractions of a pixel, and pasted tables bring any number. */
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
  const isWhole = (width: number) => Number.isInteger(width) && width <= limits.columnWidth
  if (!widths || widths.every(isWhole)) return undefined
  return widths.map((width) => Math.min(Math.round(width) || 0, limits.columnWidth))
}

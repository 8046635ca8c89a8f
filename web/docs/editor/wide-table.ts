import type { Node } from 'prosemirror-model'
import { TableView } from 'prosemirror-tables'

/** A table wider than the surface scrolls by itself, and the cursor does it: what scrolls says that it can be edited. */
export class WideTable extends TableView {
  constructor(node: Node, cellMinWidth: number) {
    super(node, cellMinWidth)
    this.dom.contentEditable = 'true'
    this.dom.classList.add('sideways')
  }
}

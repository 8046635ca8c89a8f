// Rows of a pasted table that have too few cells get the others at their end, as they look where they come from: the
// editor would fill some of them at their start, and so move what stands in them into other columns.
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { TableMap } from 'prosemirror-tables'
import { schema } from '#contract/document/schema.ts'

export const withWholeRows = (pasted: Slice): Slice => {
  const content = whole(pasted.content)
  return content.eq(pasted.content) ? pasted : Slice.maxOpen(content)
}

const whole = (content: Fragment): Fragment =>
  Fragment.from(
    content.content.map((node) => {
      if (node.isTextblock || node.isLeaf) return node
      const inner = node.copy(whole(node.content))
      return inner.type === schema.nodes.table ? wholeTable(inner) : inner
    }),
  )

function wholeTable(table: Node): Node {
  const problems = TableMap.get(table).problems ?? []
  const rows = table.content.content.map((row, at) => {
    const missing = problems.find((problem) => problem.type === 'missing' && problem.row === at)
    if (missing?.type !== 'missing') return row
    const kind = row.lastChild?.type ?? schema.nodes.table_cell
    const added = Array.from({ length: missing.n }, () => kind.createAndFill()).filter(
      (cell) => cell !== null,
    )
    return row.copy(row.content.append(Fragment.from(added)))
  })
  return table.copy(Fragment.from(rows))
}

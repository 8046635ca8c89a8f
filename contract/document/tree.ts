// Content of a document as it is sent and stored: plain JSON, readable without an editor.
export type Mark = { type: string; attrs?: Attrs }
export type Tree = { type: string; attrs?: Attrs; content?: Tree[]; marks?: Mark[]; text?: string }
type Attrs = Record<string, unknown>

export const emptyDocument: Tree = { type: 'process' }

/** All nodes in reading order, outer before inner. Iterative: a hostile tree may be too deep for recursion. */
export function* nodesOf(root: Tree): Generator<Tree> {
  const waiting = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    for (const child of node.content?.toReversed() ?? []) waiting.push(child)
  }
}

export function treeText(root: Tree): string {
  let text = ''
  for (const node of nodesOf(root)) text += node.text ?? ''
  return text
}

/**
 * `depth`: nesting, the outermost node counted. `text`: characters of a title or description. `order`: first
 * number of a list. `span`: columns or rows of one cell. `columnWidth`: px.
 */
export const documentLimits = {
  depth: 64,
  nodes: 50_000,
  bytes: 2 * 1024 * 1024,
  text: 1_000,
  order: 1_000_000,
  span: 100,
  columnWidth: 2_000,
}

// Where a section that is dragged would come to stand: between which blocks, by the place of the hand.
import type { ResolvedPos } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'

/** `line`: where it shows, in px of the window. */
export type Place = { pos: number; line: { x: number; y: number; width: number } }

/** Undefined where it cannot go, into itself, and where it stands already. */
export function dropPlace(
  view: EditorView,
  dragged: number,
  { x, y }: { x: number; y: number },
): Place | undefined {
  const inside = view.dom.getBoundingClientRect()
  const left = Math.min(Math.max(x, inside.left + 24), inside.right - 24)
  const at = view.posAtCoords({ left, top: Math.min(Math.max(y, inside.top + 1), inside.bottom - 1) })
  if (!at) return undefined
  const { doc } = view.state
  const end = dragged + (doc.nodeAt(dragged)?.nodeSize ?? 0)
  const place = placeAt(view, doc.resolve(at.pos), y)
  return place && (place.pos < dragged || place.pos > end) ? place : undefined
}

function placeAt(view: EditorView, $at: ResolvedPos, y: number): Place | undefined {
  // On a headline: above its middle before the section, below it first of all in it.
  if ($at.parent.type.name === 'section_headline') {
    const box = boxAt(view, $at.before())
    if (box && y > box.top + box.height / 2) return { pos: $at.after() + 1, line: lineOf(box, box.bottom) }
    const section = $at.before(-1)
    const around = boxAt(view, section)
    return around && { pos: section, line: lineOf(around, around.top - NEAR) }
  }
  let depth = flowDepth($at)
  // Below the last block of a body it is behind the section.
  for (;;) {
    const block = blockAt($at, depth)
    const box = block === undefined ? undefined : boxAt(view, block.from)
    if (!block || !box) return undefined
    const isLast = block.to === $at.end(depth)
    if (depth > 0 && isLast && y > box.bottom) {
      depth = depth - 2
      continue
    }
    return y < box.top + box.height / 2
      ? { pos: block.from, line: lineOf(box, box.top - NEAR) }
      : { pos: block.to, line: lineOf(box, box.bottom + NEAR) }
  }
}

/** The innermost node around it that can hold sections. */
function flowDepth($at: ResolvedPos): number {
  let depth = $at.depth
  while (depth > 0 && $at.node(depth).type.name !== 'section_body') depth--
  return depth
}

/** The block of that depth at a place, or the one beside it. */
function blockAt($at: ResolvedPos, depth: number): { from: number; to: number } | undefined {
  if ($at.depth > depth) return { from: $at.before(depth + 1), to: $at.after(depth + 1) }
  const { nodeBefore, nodeAfter, pos } = $at
  if (nodeAfter) return { from: pos, to: pos + nodeAfter.nodeSize }
  return nodeBefore ? { from: pos - nodeBefore.nodeSize, to: pos } : undefined
}

function boxAt(view: EditorView, pos: number): DOMRect | undefined {
  const drawn = view.nodeDOM(pos)
  return drawn instanceof Element ? drawn.getBoundingClientRect() : undefined
}

/** Half of what lies between two blocks, in px. */
const NEAR = 6

const lineOf = ({ left, width }: DOMRect, y: number) => ({ x: left, y, width })

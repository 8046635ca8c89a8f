// The commands that take a section elsewhere, with all that it holds and the cursor in it: among its neighbours, a
// level deeper or higher, or a copy of it behind it. Each is a step of undo by itself, however quickly one follows
// another.
import { closeHistory } from 'prosemirror-history'
import { Fragment, type Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { schema } from '#contract/document/schema.ts'
import { namesIn } from '../field-names.ts'
import { countedOn } from '../prompts/proposed-name.ts'
import { type SectionAt, sectionAround } from './sections.ts'

const { section, active } = schema.nodes

/** Changes places with its neighbour, whatever that is. */
export const moveSection = (by: -1 | 1) =>
  taking(({ node, pos, parent, index }) => {
    const neighbour = parent.maybeChild(index + by)
    return neighbour && (by < 0 ? pos - neighbour.nodeSize : pos + node.nodeSize + neighbour.nodeSize)
  })

/** To the end of the section before it. */
export const nestSection = taking(({ pos, parent, index }) =>
  // In front of the ends of that section and its body.
  parent.maybeChild(index - 1)?.type === section ? pos - 2 : undefined,
)

/** Behind the section that it is in. */
export const unnestSection = taking(({ depth }, { selection: { $from } }) =>
  depth > 2 ? $from.after(depth - 2) : undefined,
)

function taking(placeFor: (here: SectionAt, state: EditorState) => number | null | undefined): Command {
  return (state, dispatch) => {
    const here = sectionAround(state)
    const to = here && placeFor(here, state)
    if (!here || typeof to !== 'number') return false
    dispatch?.(takenTo(state, here.pos, to).scrollIntoView())
    return true
  }
}

/**
 * The section at `pos` stands at `to`, a place between blocks outside of it; the cursor stays or goes to its
 * headline.
 */
export function takenTo({ doc, tr, selection }: EditorState, pos: number, to: number): Transaction {
  const taken = doc.nodeAt(pos)
  if (!taken) return tr
  const end = pos + taken.nodeSize
  const { anchor, head } = selection
  const isInside = Math.min(anchor, head) > pos && Math.max(anchor, head) < end
  closeHistory(tr).delete(pos, end)
  const at = tr.mapping.map(to)
  tr.insert(at, taken)
  const [from, until] = isInside ? [anchor + at - pos, head + at - pos] : [at + 2, at + 2]
  return tr.setSelection(TextSelection.between(tr.doc.resolve(from), tr.doc.resolve(until)))
}

/** The copy has fields of its own, and is called as the original until somebody types over its headline. */
export const duplicateSection: Command = (state, dispatch) => {
  const here = sectionAround(state)
  if (!here) return false
  if (dispatch) {
    const at = here.pos + here.node.nodeSize
    const tr = closeHistory(state.tr).insert(at, withOwnFields(here.node, namesIn(state.doc)))
    const headline = at + 2
    const size = here.node.child(0).content.size
    dispatch(tr.setSelection(TextSelection.create(tr.doc, headline, headline + size)).scrollIntoView())
  }
  return true
}

/** Equal names stay equal among each other; a condition on a field that is copied looks at the copy. */
function withOwnFields(original: Node, taken: Set<string>): Node {
  const names = new Map<string, string>()
  const nameOf = (name: string) => {
    const known = names.get(name)
    if (known !== undefined || name === '') return known ?? name
    const own = countedOn(name, taken)
    names.set(name, own)
    taken.add(own)
    return own
  }
  const copyOf = (node: Node): Node => {
    if (node.isText) return node
    const { name, when } = node.attrs
    const attrs =
      node.type === active
        ? { ...node.attrs, name: nameOf(name) }
        : when && names.has(when.field)
          ? { ...node.attrs, when: { ...when, field: names.get(when.field) } }
          : node.attrs
    return node.type.create(attrs, Fragment.from(node.children.map(copyOf)), node.marks)
  }
  return copyOf(original)
}

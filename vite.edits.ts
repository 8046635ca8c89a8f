// Changes a script by the places that its syntax tree names.
import type { ESTree } from 'vite'

export type Edit = { start: number; end: number; text: string }

/** What lies within something that is replaced as a whole goes with it. */
export function edited(script: string, edits: readonly Edit[]): string {
  // In one place what is put in comes first, then what replaces most.
  const rank = ({ start, end }: Edit) => (start === end ? Number.NEGATIVE_INFINITY : start - end)
  const ordered = edits.toSorted((a, b) => a.start - b.start || rank(a) - rank(b))
  let [done, at] = ['', 0]
  for (const { start, end, text } of ordered) {
    if (start < at) continue
    done += script.slice(at, start) + text
    at = end
  }
  return done + script.slice(at)
}

type See = (node: ESTree.Node, parent: ESTree.Node | undefined, key: string) => void

/** From the outside in, each with what it stands in, and as what. */
export function everyNode(node: ESTree.Node, see: See, parent?: ESTree.Node, key = '') {
  see(node, parent, key)
  for (const [part, value] of Object.entries(node))
    for (const one of [value].flat()) if (isNode(one)) everyNode(one, see, node, part)
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

import type { ReactNode } from 'react'
import { marksOf } from '#contract/document/attributes.ts'
import type { Tree } from '#contract/document/tree.ts'
import css from './document.module.css'

/** Strong, emphasised, code; links are drawn around several of these. */
export function Marked({ node, children }: { node: Tree; children: ReactNode }) {
  const marks = new Set(marksOf(node).map(({ type }) => type))
  let drawn = children
  if (marks.has('code')) drawn = <code className={css['inlineCode']}>{drawn}</code>
  if (marks.has('em')) drawn = <em>{drawn}</em>
  if (marks.has('strong')) drawn = <strong>{drawn}</strong>
  return drawn
}

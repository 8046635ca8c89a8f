import { marksOf, textIn } from '#contract/document/attributes.ts'
import type { Tree } from '#contract/document/tree.ts'

export type Run = { link?: { href: string; title: string | undefined }; nodes: Tree[] }

/** Neighbours that lead to the same place are one link, however their words are set. */
export function linkRuns(nodes: readonly Tree[]): Run[] {
  const runs: Run[] = []
  for (const node of nodes) {
    const mark = marksOf(node).find(({ type }) => type === 'link')
    const href = textIn(mark, 'href')
    const title = textIn(mark, 'title')
    const last = runs.at(-1)
    if (last && last.link?.href === href && last.link?.title === title) last.nodes.push(node)
    else runs.push(href === undefined ? { nodes: [node] } : { link: { href, title }, nodes: [node] })
  }
  return runs
}

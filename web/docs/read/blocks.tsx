import type { ReactNode } from 'react'
import { wholeIn } from '#contract/document/attributes.ts'
import type { Tree } from '#contract/document/tree.ts'
import css from './document.module.css'

type Props = { node: Tree; children: ReactNode }

/** Fields may stand in it: their notes are phrases, so that the paragraph stays one. */
export const Paragraph = ({ children }: { children: ReactNode }) => (
  <p className={css['paragraph']}>{children}</p>
)

/** Looks as large as it says, and ranks below the headlines around it. */
export function Heading({ node, section, children }: Props & { section: number }) {
  const level = wholeIn(node, 'level', 1, 6) ?? 1
  return (
    <Ranked rank={section + level} className={`${css['heading']} ${css[`level${level}`]}`}>
      {children}
    </Ranked>
  )
}

type RankedProps = { rank: number; className: string | undefined; children: ReactNode }

/** A headline; 1 is right below the name of the document, which is the only `h1`. */
export function Ranked({ rank, ...rest }: RankedProps) {
  const Tag = tags[rank - 1] ?? 'h6'
  return <Tag {...rest} />
}
const tags = ['h2', 'h3', 'h4', 'h5'] as const

export function List({ node, children }: Props) {
  if (node.type === 'bullet_list') return <ul className={css['list']}>{children}</ul>
  const order = wholeIn(node, 'order', 0, 1_000_000) ?? 1
  return (
    <ol className={css['list']} start={order}>
      {children}
    </ol>
  )
}

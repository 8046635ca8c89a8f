/** Draws a document: each node by its kind, and what is of no kind as an error in its place. */
import { memo, type ReactNode } from 'react'
import { childrenOf, plainTextOf, wordsOf } from '#contract/document/attributes.ts'
import { limits, type Tree } from '#contract/document/tree.ts'
import { Heading, List, Paragraph } from './blocks.tsx'
import css from './document.module.css'
import { FieldNode } from './field.tsx'
import { ImageNode } from './image.tsx'
import { Link } from './link.tsx'
import { linkRuns } from './link-runs.ts'
import { Marked } from './marked.tsx'
import { Section } from './section.tsx'
import { Cell, Table } from './table.tsx'
import { Unknown } from './unknown.tsx'

/** `section`: how many sections lie around, `depth`: how many nodes. */
type Place = { section: number; depth: number }
type Props = Place & { node: Tree }

/** Nothing about a document changes while it is filled in: only its fields and folds draw themselves again. */
export const DocumentTree = memo(function DocumentTree({ document }: { document: Tree }) {
  return <Blocks of={document} section={0} depth={0} />
})

function Blocks({ of, section, depth }: Place & { of: Tree }): ReactNode {
  return childrenOf(of).map((node, at) => <Node key={at} node={node} section={section} depth={depth + 1} />)
}

function Line({ of, section, depth }: Place & { of: Tree }): ReactNode {
  return linkRuns(childrenOf(of)).map(({ link, nodes }, at) => {
    const words = nodes.map((node, at) => <Node key={at} node={node} section={section} depth={depth + 1} />)
    return link ? (
      <Link key={at} href={link.href} title={link.title}>
        {words}
      </Link>
    ) : (
      words
    )
  })
}

function Node({ node, section, depth }: Props): ReactNode {
  if (depth > limits.depth) return <Unknown>Hier ist der Inhalt zu tief verschachtelt.</Unknown>
  const place = { of: node, section, depth }
  switch (node.type) {
    case 'section':
      return drawSection({ node, section, depth })
    case 'paragraph':
      return (
        <Paragraph>
          <Line {...place} />
        </Paragraph>
      )
    case 'heading':
      return (
        <Heading node={node} section={section}>
          <Line {...place} />
        </Heading>
      )
    case 'blockquote':
      return (
        <blockquote className={css['quote']}>
          <Blocks {...place} />
        </blockquote>
      )
    case 'bullet_list':
    case 'ordered_list':
      return (
        <List node={node}>
          <Blocks {...place} />
        </List>
      )
    case 'list_item':
      return (
        <li>
          <Blocks {...place} />
        </li>
      )
    case 'code_block':
      return (
        <pre className={css['code']}>
          <code>{plainOf(node)}</code>
        </pre>
      )
    case 'horizontal_rule':
      return <hr className={css['rule']} />
    case 'table':
      return (
        <Table node={node}>
          <Blocks {...place} />
        </Table>
      )
    case 'table_row':
      return (
        <tr>
          <Blocks {...place} />
        </tr>
      )
    case 'table_cell':
    case 'table_header':
      return (
        <Cell node={node}>
          <Blocks {...place} />
        </Cell>
      )
    case 'text':
      return <Marked node={node}>{wordsOf(node)}</Marked>
    case 'image':
      return (
        <Marked node={node}>
          <ImageNode node={node} />
        </Marked>
      )
    case 'hard_break':
      return <br />
    case 'active':
      return <FieldNode node={node} />
    default:
      return <Unknown>Diesen Baustein kann die Ansicht nicht zeigen.</Unknown>
  }
}

/** A headline and a body; whatever else lies in a section that came from elsewhere is shown in its body. */
function drawSection({ node, section, depth }: Props) {
  const [first, ...others] = childrenOf(node)
  const inside = { section: section + 1, depth: depth + 1 }
  return (
    <Section
      node={node}
      headline={
        first?.type === 'section_headline' && plainTextOf(first) !== '' && <Line of={first} {...inside} />
      }
    >
      {others.map((body, at) =>
        body.type === 'section_body' ? (
          <Blocks key={at} of={body} {...inside} />
        ) : (
          <Node key={at} node={body} {...inside} />
        ),
      )}
    </Section>
  )
}

const plainOf = (node: Tree) => childrenOf(node).map(wordsOf).join('')

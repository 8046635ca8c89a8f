// Renders a document: nodes by type, unknown ones as an error in place.
import { memo, type ReactNode } from 'react'
import {
  childrenOf,
  integerAttribute,
  marksOf,
  ownTextOf,
  parseField,
  plainTextOf,
  textAttribute,
} from '#contract/document/attributes.ts'
import { answerPatterns, type Field } from '#contract/document/fields.ts'
import { documentLimits, type Tree } from '#contract/document/tree.ts'
import css from './document.module.css'
import { groupByLink, splitIntoLineParts, withoutColon } from './drawing.ts'
import { Cell, ContentWarning, ImageNode, Link, Table } from './elements.tsx'
import fieldCss from './field.module.css'
import { FieldNode } from './fields.tsx'
import { useReading } from './reading.ts'
import { Headline, Section } from './section.tsx'

/** `section`: number of enclosing sections. `depth`: number of enclosing nodes. */
type Nesting = { section: number; depth: number }
type Props = Nesting & { node: Tree }

/** The tree is constant while filling in: only fields and folds rerender. */
export const DocumentTree = memo(function DocumentTree({ document }: { document: Tree }) {
  return <Blocks of={document} section={0} depth={0} />
})

function Blocks({ of, section, depth }: Nesting & { of: Tree }): ReactNode {
  return childrenOf(of).map((node, at) => <Node key={at} node={node} section={section} depth={depth + 1} />)
}

/** A `div` around pickers and dialogs, which a `p` must not contain. */
function ParagraphFrame({ of, children }: { of: Tree; children: ReactNode }) {
  const { outline } = useReading()
  const Tag = childrenOf(of).some((node) =>
    hasAnswerPattern(outline.byName.get(textAttribute(node, 'name') ?? '')),
  )
    ? 'div'
    : 'p'
  return <Tag className={css['paragraph']}>{children}</Tag>
}
const hasAnswerPattern = (field: Field | undefined) => field !== undefined && field.type in answerPatterns

/** Inline flow, except for checkboxes and questions, which are lines of their own. */
function Paragraph({ of, ...place }: Nesting & { of: Tree }): ReactNode {
  const { outline } = useReading()
  const isTick = (node: Tree) => {
    const field = parseField(node)
    return (
      field !== undefined &&
      field.name !== '' &&
      (outline.byName.get(field.name) ?? field).type === 'checkbox'
    )
  }
  return splitIntoLineParts(childrenOf(of), isTick).map(({ tick, asked, words }, at) => {
    if (asked) return <Question key={at} field={asked} words={words} {...place} />
    const line = <InlineNodes key={at} nodes={words} {...place} />
    if (!tick) return line
    const saysSomething = words.some((node) => ownTextOf(node).trim() !== '')
    return <FieldNode key={at} node={tick} sentence={saysSomething ? line : undefined} />
  })
}

function Question({ field, words: said, ...place }: Nesting & { field: Tree; words: readonly Tree[] }) {
  const { words, colon } = withoutColon(said)
  return (
    <span className={fieldCss['question']}>
      <span>
        <InlineNodes nodes={words} {...place} />
        <span className={fieldCss['colon']}>{colon}</span>
      </span>
      <FieldNode node={field} />
    </span>
  )
}

function InlineNodes({ nodes, section, depth }: Nesting & { nodes: readonly Tree[] }): ReactNode {
  return groupByLink(nodes).map(({ link, nodes }, at) => {
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
  if (depth > documentLimits.depth)
    return <ContentWarning>Hier ist der Inhalt zu tief verschachtelt.</ContentWarning>
  const place = { of: node, section, depth }
  switch (node.type) {
    case 'section':
      return drawSection({ node, section, depth })
    case 'paragraph':
      return (
        <ParagraphFrame of={node}>
          <Paragraph {...place} />
        </ParagraphFrame>
      )
    case 'heading':
      return (
        <Heading node={node} section={section}>
          <InlineNodes nodes={childrenOf(node)} section={section} depth={depth} />
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
          <code>{childrenText(node)}</code>
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
      return <WithMarks node={node}>{ownTextOf(node)}</WithMarks>
    case 'image':
      return (
        <WithMarks node={node}>
          <ImageNode node={node} />
        </WithMarks>
      )
    case 'hard_break':
      return <br />
    case 'active':
      return <FieldNode node={node} />
    default:
      return <ContentWarning>Diesen Baustein kann die Ansicht nicht zeigen.</ContentWarning>
  }
}

/** Headline and body. Unexpected children, from foreign clients, are rendered in the body. */
function drawSection({ node, section, depth }: Props) {
  const [first, ...others] = childrenOf(node)
  const inside = { section: section + 1, depth: depth + 1 }
  return (
    <Section
      node={node}
      headline={
        first?.type === 'section_headline' &&
        plainTextOf(first) !== '' && <InlineNodes nodes={childrenOf(first)} {...inside} />
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

const childrenText = (node: Tree) => childrenOf(node).map(ownTextOf).join('')

type ElementProps = { node: Tree; children: ReactNode }

/** Sized by its level, ranked below the enclosing headlines. */
function Heading({ node, section, children }: ElementProps & { section: number }) {
  const level = integerAttribute(node, 'level', 1, 6) ?? 1
  return (
    <Headline rank={section + level} className={`${css['heading']} ${css[`level${level}`]}`}>
      {children}
    </Headline>
  )
}

function List({ node, children }: ElementProps) {
  if (node.type === 'bullet_list') return <ul className={css['list']}>{children}</ul>
  const order = integerAttribute(node, 'order', 0, documentLimits.order) ?? 1
  return (
    <ol className={css['list']} start={order}>
      {children}
    </ol>
  )
}

/** Strong, emphasis, code; links are rendered around several nodes. */
function WithMarks({ node, children }: ElementProps) {
  const marks = new Set(marksOf(node).map(({ type }) => type))
  let drawn = children
  if (marks.has('code')) drawn = <code className={css['inlineCode']}>{drawn}</code>
  if (marks.has('em')) drawn = <em>{drawn}</em>
  if (marks.has('strong')) drawn = <strong>{drawn}</strong>
  return drawn
}

// Outline of a document: sections and fields, and their nesting; shared by server and browser.
import { childrenOf, fieldIn, plainTextOf, valueOfAttribute } from './attributes.ts'
import type { Condition } from './condition.ts'
import { allHold, collectFields, hiddenFields } from './conditions.ts'
import { answerOf, type Field, type Value } from './fields.ts'
import { limits, type Tree } from './tree.ts'

export type SectionOutline = {
  /** Stable while the headline stays, so that folds survive edits. */
  key: string
  headline: string
  /** 1 for a top-level section. */
  depth: number
  /** Keys of the enclosing sections, outermost first. */
  around: readonly string[]
  /** Including those of subsections. */
  fields: readonly Field[]
  /** All must hold for it to be visible. */
  conditions: readonly Condition[]
  /** Its own one of these; undefined where it has none that can be decided. */
  own: Condition | undefined
}

export type Outline = {
  sections: readonly SectionOutline[]
  byNode: ReadonlyMap<Tree, SectionOutline>
  /** In reading order; of equal names the first counts. */
  fields: readonly Field[]
  byName: ReadonlyMap<string, Field>
  /** Keys of the sections to open for a field, outermost first. */
  aroundField: ReadonlyMap<string, readonly string[]>
}

type MutableSection = SectionOutline & { names: Set<string> }

export function outlineOf(document: Tree): Outline {
  const sections: MutableSection[] = []
  const byNode = new Map<Tree, SectionOutline>()
  const gathered = collectFields()
  const aroundField = new Map<string, readonly string[]>()
  const keys = new Set<string>()

  // Iterative: a hostile tree may be too deep for recursion.
  const waiting: { node: Tree; around: readonly MutableSection[]; depth: number }[] = [
    { node: document, around: [], depth: 0 },
  ]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, around, depth } = next
    let inside = around
    if (node.type === 'section') {
      const section = begin(node, around)
      sections.push(section)
      byNode.set(node, section)
      inside = [...around, section]
    } else if (node.type === 'active') note(fieldIn(node), around)
    if (depth === limits.depth) continue
    for (const child of childrenOf(node).toReversed())
      waiting.push({ node: child, around: inside, depth: depth + 1 })
  }

  function begin(node: Tree, around: readonly MutableSection[]): MutableSection {
    const headline = headlineOf(node)
    const path = `${around.at(-1)?.key ?? ''}/${headline}`
    let key = path
    for (let again = 2; keys.has(key); again++) key = `${path}#${again}`
    keys.add(key)
    const names = new Set<string>()
    const outer = around.at(-1)?.conditions ?? []
    const own = gathered.begin(valueOfAttribute(node, 'when'))
    return {
      key,
      headline,
      depth: around.length + 1,
      around: around.map((one) => one.key),
      fields: [],
      conditions: own ? [...outer, own] : outer,
      own,
      names,
    }
  }

  function note(field: Field | undefined, around: readonly MutableSection[]) {
    if (!field || field.name === '') return
    for (const { names } of around) names.add(field.name)
    gathered.note(field, around.at(-1)?.conditions ?? [])
    if (aroundField.has(field.name)) return
    aroundField.set(
      field.name,
      around.map(({ key }) => key),
    )
  }

  for (const section of sections)
    section.fields = [...section.names].flatMap((name) => gathered.all.get(name) ?? [])
  return {
    sections,
    byNode,
    fields: [...gathered.all.values()],
    byName: gathered.all,
    aroundField,
  }
}

function headlineOf(section: Tree): string {
  const headline = childrenOf(section).find(({ type }) => type === 'section_headline')
  return (headline && plainTextOf(headline)) || 'Ohne Überschrift'
}

/** In reading order; of equal names the first counts. */
export const fieldsOf = (document: Tree): Field[] => [...outlineOf(document).fields]

/** The sections that are hidden with these answers. */
export function hiddenSections(document: Tree, data: Record<string, Value>): Set<Tree> {
  const { byNode, byName, fields } = outlineOf(document)
  const answer = (field: Field) => answerOf(field, data)
  const hidden = hiddenFields(fields, answer)
  const isHidden = ({ conditions }: SectionOutline) => !allHold(conditions, byName, hidden, answer)
  return new Set([...byNode].filter(([, section]) => isHidden(section)).map(([node]) => node))
}

/** Only empty lines. */
export const isBlank = (document: Tree): boolean =>
  childrenOf(document).every((node) => node.type === 'paragraph' && childrenOf(node).length === 0)

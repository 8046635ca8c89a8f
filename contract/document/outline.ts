// Outline of a document: sections and fields, and their nesting; shared by server and browser.
import { childrenOf, parseField, plainTextOf, valueOfAttribute } from './attributes.ts'
import type { Condition } from './condition.ts'
import { areConditionsMet, createFieldCollector, hiddenFields } from './conditions.ts'
import { type AnswerValue, answerOf, type Field } from './fields.ts'
import { documentLimits, type Tree } from './tree.ts'

export type SectionOutline = {
  /** Depends only on the headlines, so that a folded section stays folded after other edits. */
  key: string
  headline: string
  /** 1 for a top-level section. */
  depth: number
  /** Keys of the enclosing sections, outermost first. */
  around: readonly string[]
  /** Includes the fields of subsections. */
  fields: readonly Field[]
  /** Conditions of the section and of all enclosing ones; the section is visible if all of them hold. */
  conditions: readonly Condition[]
  /**
   * The section's own condition among `conditions`. Undefined without one, or if it can no longer be decided.
   */
  own: Condition | undefined
}

export type Outline = {
  sections: readonly SectionOutline[]
  byNode: ReadonlyMap<Tree, SectionOutline>
  /** In reading order; of equal names the first counts. */
  fields: readonly Field[]
  byName: ReadonlyMap<string, Field>
  /** By field name: keys of the sections around the field, outermost first. They have to be unfolded to show it. */
  aroundField: ReadonlyMap<string, readonly string[]>
}

/** `around`: outermost first. */
type Section = {
  node: Tree
  around: readonly Section[]
  conditions: readonly Condition[]
  own: Condition | undefined
}
type FieldPlace = { name: string; around: readonly Section[] }

/** Sections and places of fields, in reading order. */
function collectSectionsAndFields(document: Tree) {
  const sections: Section[] = []
  const places: FieldPlace[] = []
  const gathered = createFieldCollector()
  // Iterative: a hostile tree may be too deep for recursion.
  const waiting: { node: Tree; around: readonly Section[]; depth: number }[] = [
    { node: document, around: [], depth: 0 },
  ]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, around, depth } = next
    let inside = around
    const outer = around.at(-1)?.conditions ?? []
    if (node.type === 'section') {
      const own = gathered.resolveCondition(valueOfAttribute(node, 'when'))
      const section = { node, around, conditions: own ? [...outer, own] : outer, own }
      sections.push(section)
      inside = [...around, section]
    } else if (node.type === 'active') {
      const field = parseField(node)
      if (field && field.name !== '') {
        gathered.addField(field, outer)
        places.push({ name: field.name, around })
      }
    }
    if (depth === documentLimits.depth) continue
    for (const child of childrenOf(node).toReversed())
      waiting.push({ node: child, around: inside, depth: depth + 1 })
  }
  return { sections, places, fields: gathered.all }
}

export function outlineOf(document: Tree): Outline {
  const { sections, places, fields } = collectSectionsAndFields(document)
  const keys = keysOf(sections)
  const keysAround = (around: readonly Section[]) => around.map((one) => keys.get(one) as string)
  const names = new Map<Section, Set<string>>(sections.map((section) => [section, new Set()]))
  const aroundField = new Map<string, readonly string[]>()
  for (const { name, around } of places) {
    for (const section of around) names.get(section)?.add(name)
    if (!aroundField.has(name)) aroundField.set(name, keysAround(around))
  }
  const byNode = new Map<Tree, SectionOutline>()
  for (const section of sections) {
    const { node, around, conditions, own } = section
    byNode.set(node, {
      key: keys.get(section) as string,
      headline: headlineOf(node),
      depth: around.length + 1,
      around: keysAround(around),
      fields: [...(names.get(section) ?? [])].flatMap((name) => fields.get(name) ?? []),
      conditions,
      own,
    })
  }
  return {
    sections: [...byNode.values()],
    byNode,
    fields: [...fields.values()],
    byName: fields,
    aroundField,
  }
}

/** The key of a section is the path of headlines down to it. Equal paths are numbered. */
function keysOf(sections: readonly Section[]): Map<Section, string> {
  const keys = new Map<Section, string>()
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  for (const section of sections) {
    const outer = section.around.at(-1)
    const path = `${(outer && keys.get(outer)) ?? ''}/${headlineOf(section.node)}`
    let count = counts.get(path) ?? 1
    let key = count === 1 ? path : `${path}#${count}`
    while (taken.has(key)) key = `${path}#${++count}`
    counts.set(path, count)
    taken.add(key)
    keys.set(section, key)
  }
  return keys
}

function headlineOf(section: Tree): string {
  const headline = childrenOf(section).find(({ type }) => type === 'section_headline')
  return (headline && plainTextOf(headline)) || 'Ohne Überschrift'
}

/** In reading order; of equal names the first counts. */
export const fieldsOf = (document: Tree): Field[] => [...collectSectionsAndFields(document).fields.values()]

export function hiddenSections(document: Tree, data: Record<string, AnswerValue>): Set<Tree> {
  const { sections, fields } = collectSectionsAndFields(document)
  const answer = (field: Field) => answerOf(field, data)
  const hidden = hiddenFields(fields.values(), answer)
  const isHidden = ({ conditions }: Section) => !areConditionsMet(conditions, fields, hidden, answer)
  return new Set(sections.filter(isHidden).map(({ node }) => node))
}

/** True if the document consists of empty paragraphs only. */
export const isBlank = (document: Tree): boolean =>
  childrenOf(document).every((node) => node.type === 'paragraph' && childrenOf(node).length === 0)

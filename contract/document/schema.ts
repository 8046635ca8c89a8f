import { type DOMOutputSpec, type MarkSpec, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import { isImageSource, isLinkTarget } from './addresses.ts'
import { parseCondition } from './condition.ts'
import { fieldLimits, fieldTypes, isFieldName, isFieldType } from './fields.ts'
import { InvalidContentError } from './invalid-content.ts'
import { optionLimits, parseOptions } from './options.ts'
import { fieldAttributes, imageAttributes, linkAttributes, listStart, sectionAttributes } from './pasted.ts'
import {
  cellAttributes,
  cellDomAttributes,
  normalizeColour,
  numberAttribute,
  parseWidths,
} from './table-cells.ts'
import { documentLimits, type Tree } from './tree.ts'

/**
 * Marks sections in the HTML that this editor writes. A <section> pasted from another page becomes plain
 * text.
 */
const sectionMarker = { 'data-kontor': '' }

/**
 * The schema of documents. `flow` is the content of a document and of a section's body; `block` is the same
 * without sections, for quotes, lists and cells.
 */
const nodes = {
  process: { content: 'flow*' },
  // First among the textblocks: ProseMirror wraps loose pasted text in it.
  paragraph: {
    group: 'block flow',
    content: 'inline*',
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', 0],
  },
  section: {
    group: 'flow',
    content: 'section_headline section_body',
    defining: true,
    isolating: true,
    /** Condition of visibility; null for always. */
    attrs: { when: { default: null, validate: validateCondition } },
    parseDOM: [
      {
        tag: 'section[data-kontor]',
        getAttrs: sectionAttributes,
      },
    ],
    toDOM: ({ attrs: { when } }) => [
      'section',
      { ...sectionMarker, ...(when && { 'data-when': JSON.stringify(when) }) },
      0,
    ],
  },
  section_headline: {
    content: 'text*',
    marks: 'em strong code',
    defining: true,
    parseDOM: [{ tag: 'header[data-kontor]' }],
    toDOM: () => ['header', sectionMarker, 0],
  },
  section_body: {
    content: 'flow*',
    parseDOM: [{ tag: 'div[data-kontor]' }],
    toDOM: () => ['div', sectionMarker, 0],
  },
  blockquote: {
    group: 'block flow',
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  horizontal_rule: {
    group: 'block flow',
    parseDOM: [{ tag: 'hr' }],
    toDOM: () => ['hr'],
  },
  heading: {
    group: 'block flow',
    content: 'inline*',
    defining: true,
    attrs: { level: { default: 1, validate: integerBetween(1, 6) } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs['level']}`, 0],
  },
  code_block: {
    group: 'block flow',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', ['code', 0]],
  },
  bullet_list: {
    group: 'block flow',
    content: 'list_item+',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  ordered_list: {
    group: 'block flow',
    content: 'list_item+',
    attrs: { order: { default: 1, validate: integerBetween(0, documentLimits.order) } },
    parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ order: listStart(dom) }) }],
    toDOM: ({ attrs }) => ['ol', attrs['order'] === 1 ? {} : { start: attrs['order'] }, 0],
  },
  list_item: {
    content: 'paragraph block*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  table: {
    group: 'block flow',
    content: 'table_row+',
    tableRole: 'table',
    isolating: true,
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  table_row: {
    content: '(table_cell | table_header)*',
    tableRole: 'row',
    parseDOM: [{ tag: 'tr' }],
    toDOM: () => ['tr', 0],
  },
  table_cell: cellSpec('td', 'cell'),
  table_header: cellSpec('th', 'header_cell'),
  text: { group: 'inline' },
  image: {
    group: 'inline',
    inline: true,
    draggable: true,
    attrs: {
      src: {
        validate: validatorFor(
          'Die Adresse eines Bildes wird hier nicht angenommen. Bitte laden Sie das Bild hoch, oder nehmen Sie eine Adresse mit https.',
          isImageSource,
        ),
      },
      title: { default: null, validate: validateShortText },
      alt: { default: null, validate: validateShortText },
    },
    parseDOM: [{ tag: 'img[src]', getAttrs: imageAttributes }],
    toDOM: ({ attrs: { src, title, alt } }) => ['img', { src, title, alt: alt ?? '' }],
  },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  active: {
    group: 'inline',
    inline: true,
    atom: true,
    draggable: true,
    attrs: {
      name: {
        default: '',
        validate: validatorFor(
          `Der Name eines Elements ist zu lang oder enthält unsichtbare Zeichen. Bitte nehmen Sie höchstens ${fieldLimits.name} sichtbare Zeichen.`,
          isFieldName,
        ),
      },
      type: {
        validate: validatorFor(
          `Die Art eines Elements ist unbekannt. Bitte nehmen Sie eine von diesen: ${fieldTypes.join(', ')}.`,
          isFieldType,
        ),
      },
      /** Options of a choice; null for all other types. */
      options: { default: null, validate: validateOptions },
      /** True if a person counts as finished only after filling in this field. */
      required: { default: false, validate: 'boolean' },
    },
    parseDOM: [{ tag: 'span[data-active]', getAttrs: fieldAttributes }],
    leafText: ({ attrs }) => `[${attrs['name']}]`,
    toDOM: ({ attrs: { name, type, options, required } }) => [
      'span',
      {
        'data-active': type,
        'data-name': name,
        ...(options && { 'data-options': JSON.stringify(options) }),
        ...(required && { 'data-required': '' }),
        title: name,
      },
      `${name}`,
    ],
  },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    inclusive: false,
    attrs: {
      href: {
        validate: validatorFor(
          'Das Ziel eines Links wird hier nicht angenommen. Bitte nehmen Sie eine Adresse mit https, http, mailto oder tel, oder eine dieser Seite.',
          isLinkTarget,
        ),
      },
      title: { default: null, validate: validateShortText },
    },
    parseDOM: [{ tag: 'a[href]', getAttrs: linkAttributes }],
    toDOM: ({ attrs: { href, title } }) => ['a', { href, title, rel: 'noopener noreferrer' }, 0],
  },
  em: {
    parseDOM: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }],
    toDOM: () => ['em', 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      // Some word processors wrap everything copied in a <b> that is not bold.
      { tag: 'b', getAttrs: (dom) => dom.style.fontWeight !== 'normal' && null },
      { style: 'font-weight', getAttrs: (value) => /^(bold(er)?|[5-9]\d{2,})$/.test(value) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  code: {
    code: true,
    parseDOM: [{ tag: 'code' }],
    toDOM: () => ['code', 0],
  },
} satisfies Record<string, MarkSpec>

export const schema = new Schema<keyof typeof nodes, keyof typeof marks>({ nodes, marks, topNode: 'process' })

/**
 * The JSON that travels and is stored. Attributes added later are left out at their default, so that older
 * programs read such documents as before.
 */
export const treeOf = (document: Node): Tree => withoutDefaults(document.toJSON() as Tree)

function withoutDefaults({ attrs, content, ...node }: Tree): Tree {
  const said =
    attrs && (node.type === 'active' || node.type === 'section') ? nonDefaultAttributes(attrs) : attrs
  return {
    ...node,
    ...(said && { attrs: said }),
    ...(content && { content: content.map(withoutDefaults) }),
  }
}

function nonDefaultAttributes(attrs: Record<string, unknown>): Record<string, unknown> | undefined {
  const said = Object.entries(attrs).filter(([, value]) => value !== null && value !== false)
  return said.length > 0 ? Object.fromEntries(said) : undefined
}

function cellSpec(tag: 'td' | 'th', tableRole: 'cell' | 'header_cell'): NodeSpec {
  return {
    content: 'block+',
    tableRole,
    isolating: true,
    attrs: cellAttributes,
    parseDOM: [
      {
        tag,
        getAttrs: (dom) => ({
          colspan: numberAttribute(dom, 'colspan'),
          rowspan: numberAttribute(dom, 'rowspan'),
          colwidth: parseWidths(dom),
          background: normalizeColour(dom.style.backgroundColor),
        }),
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [tag, cellDomAttributes(attrs), 0],
  }
}

function validatorFor(sentence: string, isRight: (value: string) => boolean) {
  return (value: unknown) => {
    if (typeof value !== 'string' || !isRight(value)) throw new InvalidContentError(sentence)
  }
}

function integerBetween(least: number, most: number) {
  return (value: unknown) => {
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
      throw new InvalidContentError(`Eine Zahl im Inhalt liegt nicht zwischen ${least} und ${most}.`)
  }
}

function validateOptions(value: unknown) {
  if (value !== null && parseOptions(value) === undefined)
    throw new InvalidContentError(
      `Eine Auswahl hat höchstens ${optionLimits.count} verschiedene Möglichkeiten, je eine Zeile mit höchstens ${optionLimits.text} Zeichen.`,
    )
}

function validateCondition(value: unknown) {
  if (value !== null && parseCondition(value) === undefined)
    throw new InvalidContentError(
      'Die Bedingung eines Abschnitts passt nicht: Sie nennt ein Feld, und was für es gilt.',
    )
}

function validateShortText(value: unknown) {
  if (value !== null && (typeof value !== 'string' || value.length > documentLimits.text))
    throw new InvalidContentError('Ein Titel oder eine Beschreibung ist kein Text oder zu lang.')
}

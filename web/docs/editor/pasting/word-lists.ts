// Makes lists again of what Word pastes as paragraphs: `mso-list: l0 level2` in their style, and the bullet or number
// as text in a span of its own (`mso-list: Ignore`). Paragraphs with the same `l0 … lfo1` belong to one list.

export function listsOfWord(dom: HTMLElement) {
  for (const line of dom.querySelectorAll<HTMLElement>('p, li')) {
    const level = levelOf(line)
    if (level === undefined) continue
    const mark = [...line.querySelectorAll<HTMLElement>(`[${STYLE}]`)].find((part) =>
      /mso-list:\s*ignore/i.test(styleOf(part)),
    )
    const isOrdered = /^\s*(\d{1,6}|[a-z]{1,3})[.)]/i.test(mark?.textContent ?? '')
    mark?.remove()
    const item = line.ownerDocument.createElement('li')
    const paragraph = line.ownerDocument.createElement('p')
    paragraph.append(...line.childNodes)
    item.append(paragraph)
    const before = line.previousElementSibling
    line.replaceWith(item)
    listFor(item, before, level, { tag: isOrdered ? 'ol' : 'ul', name: nameOf(line) }).append(item)
  }
}

/** `name`: Word's name of the list; empty where it gives none. */
type Kind = { tag: 'ol' | 'ul'; name: string }

/**
 * The list that the item belongs to: the one before it where it goes on, as deep as the level says, or else a new
 * one.
 */
function listFor(item: HTMLElement, before: Element | null, level: number, kind: Kind): Element {
  const canGoOn = (list: Element | null | undefined, depth: number): list is Element =>
    list?.hasAttribute(WORD) === true && (depth < level || isOf(list, kind))
  let list = canGoOn(before, 1) ? before : begin(item, kind)
  for (let depth = 2; depth <= level; depth++) {
    const last = list.lastElementChild
    if (!last) break
    const nested = last.lastElementChild
    list = canGoOn(nested, depth) ? nested : last.appendChild(newList(item, kind))
  }
  return list
}

/** A list with a name has the same marks throughout, even where one of them does not look like it (`viii.`). */
function isOf(list: Element, { tag, name }: Kind): boolean {
  const known = list.getAttribute(WORD)
  return known && name ? known === name : list.localName === tag
}

function begin(item: HTMLElement, kind: Kind): Element {
  const list = newList(item, kind)
  item.before(list)
  return list
}

const WORD = 'data-word'
function newList(item: HTMLElement, { tag, name }: Kind): HTMLElement {
  const list = item.ownerDocument.createElement(tag)
  list.setAttribute(WORD, name)
  return list
}

function levelOf(line: HTMLElement): number | undefined {
  const level = /mso-list:([^;:]*)/i.exec(styleOf(line))?.[1]?.match(/\blevel(\d)/i)?.[1]
  return level === undefined ? undefined : Number(level)
}

/** The list and its numbering, without the level in between. */
function nameOf(line: HTMLElement): string {
  const [, list = '', numbering = ''] = /mso-list:\s*(l\d+)\s+level\d+\s+(lfo\d+)/i.exec(styleOf(line)) ?? []
  return `${list} ${numbering}`.trim()
}

/** The attribute with the style of a pasted element, word for word: `element.style` leaves out properties of Word. */
export const STYLE = 'data-style'
const styleOf = (element: Element) => element.getAttribute(STYLE) ?? ''

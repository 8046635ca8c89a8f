/**
 * Word pastes its lists as paragraphs: `mso-list: l0 level2` in their style, and the bullet or number as text in a
 * span of its own (`mso-list: Ignore`). They become lists again.
 */
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
    listFor(item, before, level, isOrdered ? 'ol' : 'ul').append(item)
  }
}

/** Continues the list before the item where there is one, as deep as the level says. */
function listFor(item: HTMLElement, before: Element | null, level: number, tag: 'ol' | 'ul'): Element {
  let list = before?.hasAttribute('data-word') ? before : begin(item, tag)
  for (let depth = 1; depth < level; depth++) {
    const last = list.lastElementChild
    if (!last) break
    const nested = last.lastElementChild
    list = nested?.hasAttribute('data-word') ? nested : last.appendChild(newList(item, tag))
  }
  return list
}

function begin(item: HTMLElement, tag: 'ol' | 'ul'): Element {
  const list = newList(item, tag)
  item.before(list)
  return list
}

function newList(item: HTMLElement, tag: 'ol' | 'ul'): HTMLElement {
  const list = item.ownerDocument.createElement(tag)
  list.setAttribute('data-word', '')
  return list
}

function levelOf(line: HTMLElement): number | undefined {
  const level = /mso-list:[^;]*\blevel(\d)/i.exec(styleOf(line))?.[1]
  return level === undefined ? undefined : Number(level)
}

/** Where the style of a pasted element stands, word for word: the browser's own view leaves out what only Word knows. */
export const STYLE = 'data-style'
const styleOf = (element: Element) => element.getAttribute(STYLE) ?? ''

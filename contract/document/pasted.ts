// Reads pasted or foreign HTML into nodes of a document; anything the schema would refuse is dropped.
import { isImageSource, isLinkTarget } from './addresses.ts'
import { parseCondition } from './condition.ts'
import { hasOptions, isFieldName, isFieldType } from './fields.ts'
import { parseOptions } from './options.ts'
import type { Dom } from './table-cells.ts'
import { documentLimits } from './tree.ts'

export function linkAttributes(dom: Dom) {
  const href = dom.getAttribute('href') ?? ''
  return (
    isLinkTarget(href) && { href, title: dom.getAttribute('title')?.slice(0, documentLimits.text) || null }
  )
}

export function imageAttributes(dom: Dom) {
  const src = dom.getAttribute('src') ?? ''
  const short = (name: string) => dom.getAttribute(name)?.slice(0, documentLimits.text) || null
  return isImageSource(src) && { src, title: short('title'), alt: short('alt') }
}

export function fieldAttributes(dom: Dom) {
  const type = dom.getAttribute('data-active')
  const name = dom.getAttribute('data-name') ?? ''
  if (!isFieldType(type) || !isFieldName(name)) return false
  return {
    name,
    type,
    options: hasOptions(type) ? (parseOptions(parseJsonAttribute(dom, 'data-options')) ?? []) : null,
    required: dom.getAttribute('data-required') !== null,
  }
}

function parseJsonAttribute(dom: Dom, attribute: string): unknown {
  try {
    return JSON.parse(dom.getAttribute(attribute) ?? 'null')
  } catch {
    // Invalid JSON: this editor has not written the attribute.
    return undefined
  }
}

export function listStart(dom: Dom): number {
  const start = Number(dom.getAttribute('start') ?? 1)
  return Number.isInteger(start) && start >= 0 && start <= documentLimits.order ? start : 1
}

export const sectionAttributes = (dom: Dom) => ({
  when: parseCondition(parseJsonAttribute(dom, 'data-when')) ?? null,
})

import type { AttributeSpec } from 'prosemirror-model'
import { hexOfColourName } from './colour-names.ts'
import { InvalidContentError } from './invalid-content.ts'
import { documentLimits, type Tree } from './tree.ts'

/** The part of a DOM element that is read here; the server has no DOM. */
export type Dom = {
  getAttribute(name: string): string | null
  style: { backgroundColor: string; fontWeight: string }
}

/** Attributes of table cells: span, column widths, background. */
export const cellAttributes: Record<string, AttributeSpec> = {
  colspan: { default: 1, validate: validateSpan },
  rowspan: { default: 1, validate: validateSpan },
  /** The width of each column that the cell spans, in px; 0 for a column without one. */
  colwidth: { default: null, validate: validateWidths },
  background: { default: null, validate: validateColour },
}

function validateSpan(value: unknown) {
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > documentLimits.span)
    throw new InvalidContentError(`Eine Zelle reicht über 1 bis ${documentLimits.span} Spalten oder Zeilen.`)
}

function validateWidths(value: unknown) {
  const isWidth = (one: unknown) =>
    Number.isInteger(one) && (one as number) >= 0 && (one as number) <= documentLimits.columnWidth
  if (
    value !== null &&
    !(Array.isArray(value) && value.length <= documentLimits.span && value.every(isWidth))
  )
    throw new InvalidContentError(
      `Die Breite einer Spalte ist eine ganze Zahl von 0 bis ${documentLimits.columnWidth}, für jede Spalte der Zelle eine.`,
    )
}

function validateColour(value: unknown) {
  if (value !== null && normalizeColour(value) !== value)
    throw new InvalidContentError(
      'Eine Zelle hat eine Farbe, die hier nicht gelesen wird. Bitte geben Sie sie als „#rrggbb“ oder „rgb(…)“ an.',
    )
}

/** Normalises every spelling of an opaque colour that browsers produce (`#rgb`, `rgb(…)`, a name) to `#rrggbb`. */
export function normalizeColour(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(value)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toLowerCase()
  if (/^#[\da-f]{6}$/i.test(value)) return value
  const named = hexOfColourName(value)
  if (named !== undefined) return named
  const parts = rgbPattern.exec(value)?.slice(1).map(Number)
  if (!parts || parts.some((part) => part > 255)) return null
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Matches rgb() and rgba() with commas or spaces. The alpha must be 1 or absent. */
const rgbPattern =
  /^rgba?\( {0,4}(\d{1,3})(?:, ?| )(\d{1,3})(?:, ?| )(\d{1,3})(?:(?:, ?| ?\/ ?)(?:1|1\.0|100%))? {0,4}\)$/i

/**
 * Normalises the colour of a stored cell. A text that is no colour stays unchanged, so that the schema
 * refuses it.
 */
export function withNormalizedColour(attrs: Record<string, unknown>): Record<string, unknown> {
  const { background } = attrs
  if (typeof background !== 'string') return attrs
  const isNone = /^(transparent|rgba\( ?0, ?0, ?0, ?0 ?\)|)$/i.test(background.trim())
  return { ...attrs, background: isNone ? null : (normalizeColour(background.trim()) ?? background) }
}

/** Number of columns; undefined if cells overlap or reach below the last row. */
export function countColumns(table: Tree): number | undefined {
  const rows = table.content ?? []
  const taken = rows.map(() => new Set<number>())
  for (const [top, row] of rows.entries()) {
    let column = 0
    for (const { attrs } of row.content ?? []) {
      const { colspan = 1, rowspan = 1, colwidth } = (attrs ?? {}) as CellAttrs
      if (colwidth && colwidth.length !== colspan) return undefined
      if (top + rowspan > rows.length) return undefined
      while (taken[top]?.has(column)) column++
      for (let y = top; y < top + rowspan; y++) {
        for (let x = column; x < column + colspan; x++) {
          if (taken[y]?.has(x) || x >= documentLimits.span) return undefined
          taken[y]?.add(x)
        }
      }
    }
  }
  return Math.max(...taken.map((columns) => columns.size))
}
export type CellAttrs = {
  colspan?: number
  rowspan?: number
  colwidth?: number[] | null
  background?: string | null
}

export function cellDomAttributes(attrs: Record<string, unknown>): Record<string, string> {
  const { colspan = 1, rowspan = 1, colwidth, background } = attrs as CellAttrs
  return {
    ...(colspan > 1 && { colspan: `${colspan}` }),
    ...(rowspan > 1 && { rowspan: `${rowspan}` }),
    ...(colwidth && { 'data-colwidth': colwidth.join(',') }),
    ...(background && { style: `background-color: ${background}` }),
  }
}

export function numberAttribute(dom: Dom, name: 'colspan' | 'rowspan'): number {
  const value = Number(dom.getAttribute(name) ?? 1)
  return Number.isInteger(value) && value >= 1 && value <= documentLimits.span ? value : 1
}

export function parseWidths(dom: Dom): number[] | null {
  const attribute = dom.getAttribute('data-colwidth')
  if (!attribute || !/^\d{1,4}(,\d{1,4})*$/.test(attribute)) return null
  const all = attribute.split(',').map((width) => Math.min(Number(width), documentLimits.columnWidth))
  return all.length === numberAttribute(dom, 'colspan') ? all : null
}

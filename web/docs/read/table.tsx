import { type CSSProperties, type ReactNode, useRef } from 'react'
import { valueOfAttribute, wholeIn } from '#contract/document/attributes.ts'
import { limits, type Tree } from '#contract/document/tree.ts'
import { useOverflows } from '#web/ui/use-overflows.ts'
import css from './document.module.css'
import { cellColours, columnWidths } from './drawing.ts'

type Props = { node: Tree; children: ReactNode }

/** A table wider than the text scrolls; only then it can be focused, to scroll with the keyboard. */
export function Table({ node, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(frame)
  const widths = columnWidths(node)
  const isFixed = widths.length > 0 && widths.every((width) => width > 0)
  return (
    <div
      ref={frame}
      className={`${css['tableFrame']} sideways`}
      {...(overflows && { role: 'region', 'aria-label': 'Tabelle', tabIndex: 0 })}
    >
      <table
        className={css['table']}
        style={
          isFixed
            ? { tableLayout: 'fixed', inlineSize: widths.reduce((sum, one) => sum + one, 0) }
            : undefined
        }
      >
        {widths.some((width) => width > 0) && (
          <colgroup>
            {widths.map((width, at) => (
              <col key={at} style={width > 0 ? { inlineSize: width } : undefined} />
            ))}
          </colgroup>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export function Cell({ node, children }: Props) {
  const Tag = node.type === 'table_header' ? 'th' : 'td'
  const colours = cellColours(valueOfAttribute(node, 'background'))
  return (
    <Tag
      colSpan={wholeIn(node, 'colspan', 1, limits.span)}
      rowSpan={wholeIn(node, 'rowspan', 1, limits.span)}
      className={colours && css['coloured']}
      style={
        colours &&
        ({
          '--ground': `light-dark(${colours.light.ground}, ${colours.dark.ground})`,
          '--ink': `light-dark(${colours.light.ink}, ${colours.dark.ink})`,
        } as CSSProperties)
      }
    >
      {children}
    </Tag>
  )
}

// Links, images, tables, and the placeholder for unknown nodes.
import { type CSSProperties, createContext, type ReactNode, use, useRef, useState } from 'react'
import { isImageSource, isLinkTarget } from '#contract/document/addresses.ts'
import { integerAttribute, textAttribute, valueOfAttribute } from '#contract/document/attributes.ts'
import { documentLimits, type Tree } from '#contract/document/tree.ts'
import { Lightbox } from '#web/ui/dialog/lightbox.tsx'
import { WarningIcon } from '#web/ui/icon.tsx'
import { useOverflows } from '#web/ui/use-overflows.ts'
import { useLoadFailure } from '../pictures/use-missing.ts'
import css from './document.module.css'
import { cellColoursOf, columnWidths } from './drawing.ts'

/** True inside a link, where HTML allows no interactive content. */
const InsideLinkContext = createContext(false)

/** External links open a new window, so that the reader keeps their place here. They send no referrer. */
export function Link({
  href,
  title,
  children,
}: {
  href: string
  title: string | undefined
  children: ReactNode
}) {
  if (!isLinkTarget(href)) return children
  const isElsewhere = /^https?:$/.test(URL.parse(href, location.href)?.protocol ?? '') && !isSameOrigin(href)
  return (
    <InsideLinkContext value={true}>
      <a
        className={css['link']}
        href={href}
        title={title}
        {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        {children}
        {isElsewhere && <span className="only-read"> (öffnet ein neues Fenster)</span>}
      </a>
    </InsideLinkContext>
  )
}

const isSameOrigin = (href: string) => URL.parse(href, location.href)?.origin === location.origin

/** At most as wide as the text, with its title below; a click enlarges it. */
export function ImageNode({ node }: { node: Tree }) {
  const src = textAttribute(node, 'src') ?? ''
  const title = textAttribute(node, 'title')
  const alt = textAttribute(node, 'alt') ?? ''
  const isInLink = use(InsideLinkContext)
  const [isLarge, setLarge] = useState(false)
  const { isMissing, onError } = useLoadFailure(src)
  if (!isImageSource(src)) return <ContentWarning>Dieses Bild lässt sich nicht zeigen.</ContentWarning>
  if (isMissing)
    return <ContentWarning>{`Das Bild ${alt ? `„${alt}“ ` : ''}ist nicht zu finden.`}</ContentWarning>
  const image = (
    <img
      src={src}
      alt={isInLink ? alt : ''}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={onError}
    />
  )
  return (
    <span className={css['figure']}>
      {isInLink ? (
        image
      ) : (
        <button
          type="button"
          className={css['enlarge']}
          aria-label={`${alt || title || 'Bild'} vergrößern`}
          onClick={() => setLarge(true)}
        >
          {image}
        </button>
      )}
      {title && <span className={css['caption']}>{title}</span>}
      {isLarge && <Lightbox src={src} alt={alt} caption={title} onClose={() => setLarge(false)} />}
    </span>
  )
}

type ElementProps = { node: Tree; children: ReactNode }

/** A wide table scrolls, and is focusable only then. */
export function Table({ node, children }: ElementProps) {
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

export function Cell({ node, children }: ElementProps) {
  const Tag = node.type === 'table_header' ? 'th' : 'td'
  const colours = cellColoursOf(valueOfAttribute(node, 'background'))
  return (
    <Tag
      colSpan={integerAttribute(node, 'colspan', 1, documentLimits.span)}
      rowSpan={integerAttribute(node, 'rowspan', 1, documentLimits.span)}
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

/** A visible message instead of a silent gap. */
export const ContentWarning = ({ children }: { children: ReactNode }) => (
  <span className={css['unknown']}>
    <WarningIcon size={16} />
    <span>{children}</span>
  </span>
)

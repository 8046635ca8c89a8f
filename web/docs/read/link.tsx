import { createContext, type ReactNode } from 'react'
import { isLinkTarget } from '#contract/document/addresses.ts'
import css from './document.module.css'

/** Nothing that can be pressed itself may stand inside a link. */
export const InsideLink = createContext(false)

/** Another site opens in a new window, so that nobody loses their place in the document; and learns nothing of it. */
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
  const isElsewhere = /^https?:$/.test(URL.parse(href, location.href)?.protocol ?? '') && !isOurs(href)
  return (
    <InsideLink value={true}>
      <a
        className={css['link']}
        href={href}
        title={title}
        {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        {children}
        {isElsewhere && <span className="only-read"> (öffnet ein neues Fenster)</span>}
      </a>
    </InsideLink>
  )
}

const isOurs = (href: string) => URL.parse(href, location.href)?.origin === location.origin

// The head and width of a screen: where am I, what is it called, what can I do here. On a phone the title stands in
// the bar above, and of the links from the outside in the last one is left, as an arrow before it.
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { isSmallWindow } from './media.ts'
import css from './page.module.css'

type Props = {
  title: ReactNode
  /** Links from the outside in, without the page itself. */
  breadcrumb?: readonly ReactNode[] | undefined
  /** A badge or a few facts beside the title. */
  aside?: ReactNode
  actions?: ReactNode
  /** Below the head, above the content: usually a `TabBar`. */
  tabs?: ReactNode
  /** `reading` for text and forms, `table` for lists, `full` for what needs every pixel. */
  width?: 'reading' | 'table' | 'full'
  children: ReactNode
}

export function Page({ title, breadcrumb, aside, actions, tabs, width = 'table', children }: Props) {
  const goBack = useGoBack()
  return (
    <div className={`${css['page']} ${css[width] ?? ''}`}>
      <header className={css['head']}>
        {breadcrumb && (
          <nav aria-label="Pfad" className={css['path']} data-bar-back onClickCapture={goBack}>
            <ol>
              {breadcrumb.map((link, at) => (
                <li key={at}>{link}</li>
              ))}
            </ol>
          </nav>
        )}
        <div className={css['line']}>
          <div className={css['title']}>
            <h1 dir="auto" data-bar-title>
              {title}
            </h1>
            {aside}
          </div>
          {actions && <div className={css['actions']}>{actions}</div>}
        </div>
        {tabs}
      </header>
      {children}
    </div>
  )
}

/** The arrow leads to where one came from; only who began here goes where the link says. */
function useGoBack() {
  const { history } = useRouter()
  return (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!isSmallWindow() || !isPlain || !history.canGoBack()) return
    event.preventDefault()
    history.back()
  }
}

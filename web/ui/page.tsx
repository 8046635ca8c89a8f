// Header and width of a screen. On phones the title is in the upper bar, and the breadcrumb shrinks to a back
// arrow.
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { isSmallWindow } from './media.ts'
import css from './page.module.css'

type Props = {
  title: ReactNode
  /** From the root, without the page itself. */
  breadcrumb?: readonly ReactNode[] | undefined
  /** Badge or facts beside the title. */
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

/** Goes back in the history if possible, else to the link. */
function useGoBack() {
  const { history } = useRouter()
  return (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!isSmallWindow() || !isPlain || !history.canGoBack()) return
    event.preventDefault()
    history.back()
  }
}

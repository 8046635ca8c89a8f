/** The head and width of a screen: where am I, what is it called, what can I do here. */
import type { ReactNode } from 'react'
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
  return (
    <div className={`${css['page']} ${css[width]}`}>
      <header className={css['head']}>
        {breadcrumb && (
          <nav aria-label="Pfad" className={css['path']}>
            <ol>
              {breadcrumb.map((link, at) => (
                <li key={at}>{link}</li>
              ))}
            </ol>
          </nav>
        )}
        <div className={css['line']}>
          <div className={css['title']}>
            <h1 dir="auto">{title}</h1>
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

// Placeholder states: loading, empty, error, not found.
import { type ReactNode, useId, useState } from 'react'
import { CallError, errorSentence } from '#web/api.ts'
import { Button } from './button.tsx'
import { withFullStop } from './format.ts'
import { RefreshIcon, WarningIcon } from './icon.tsx'
import { Notice } from './notice.tsx'
import { Spinner } from './spinner.tsx'
import css from './states.module.css'

/** Delayed by 300 ms, against flicker. */
export function Loading() {
  return (
    <div className={`${css['state']} ${css['loading']}`} role="status">
      <Spinner size={22} />
      <p>Lade...</p>
    </div>
  )
}

type EmptyProps = { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }

/** `title`: what is missing; children: advice. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={css['state']}>
      {icon && <span className={css['icon']}>{icon}</span>}
      <p className={css['title']}>{title}</p>
      {children && <div className={css['words']}>{children}</div>}
      {action}
    </div>
  )
}

type ErrorStateProps = { error: unknown; onRetry?: (() => void) | undefined }

export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={css['state']} role="alert">
      <span className={`${css['icon']} ${css['danger']}`}>
        <WarningIcon size={26} />
      </span>
      <p className={css['title']}>Something went wrong!</p>
      <p className={css['words']}>{adviceFor(error)}</p>
      <div className={css['buttons']}>
        {onRetry && (
          <Button variant="primary" icon={<RefreshIcon />} onClick={onRetry}>
            Erneut versuchen
          </Button>
        )}
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide Error' : 'Show Error'}
        </Button>
      </div>
      <pre id={id} hidden={!isOpen} className={css['details']} tabIndex={-1}>
        {error instanceof Error ? error.message : String(error)}
      </pre>
    </div>
  )
}

/**
 * The server's message, followed by the advice to try again after a server failure (5xx). Other errors get a general
 * text.
 */
const adviceFor = (error: unknown) =>
  error instanceof CallError
    ? `${withFullStop(error.message)}${error.status >= 500 ? ' Bitte versuchen Sie es noch einmal.' : ''}`
    : 'Hier ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal. Bleibt es dabei, melden Sie bitte, was hinter „Show Error“ steht.'

type QueryFailedProps = { query: { error: unknown; refetch: () => unknown } }

/** Replaces a part of a page whose query failed. */
export const QueryFailed = ({ query: { error, refetch } }: QueryFailedProps) => (
  <Notice
    tone="danger"
    action={
      <Button size="small" onClick={() => void refetch()}>
        Erneut versuchen
      </Button>
    }
  >
    {errorSentence(error)}
  </Notice>
)

/** `home`: link to the start page. */
export function NotFound({ home }: { home: ReactNode }) {
  return (
    <div className={css['state']}>
      <h1>Not Found</h1>
      <p className={css['words']}>Diese Seite gibt es nicht, oder Sie dürfen sie nicht sehen.</p>
      {home}
    </div>
  )
}

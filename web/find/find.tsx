// Global search: a screen of its own on phones, a dialog over the present screen on desktops.
import { CatchBoundary, getRouteApi, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, type MouseEvent, Suspense, useEffect, useEffectEvent } from 'react'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { nextVertical } from '#web/ui/keyboard/arrows.ts'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import css from './find.module.css'
import type { FindSearch } from './search.ts'

const Results = lazy(async () => ({ default: (await import('./results.tsx')).Results }))

const route = getRouteApi('/signed-in/find')

export function FindScreen() {
  const navigate = route.useNavigate()
  return (
    <Page title="Suche" breadcrumb={[backToToday]}>
      <Find search={route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
    </Page>
  )
}

type FindDialogProps = Props & { onClose: () => void }

/** Closes when a hit is opened. */
export function FindDialog({ search, onSearch, onClose }: FindDialogProps) {
  const router = useRouter()
  const close = useEffectEvent(onClose)
  useEffect(() => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && close()), [router])
  /**
   * Closes for a hit that keeps the path, where `pathChanged` is false. A click that opens a new tab is not
   * `defaultPrevented`, so the search stays open.
   */
  const closeOnHit = (event: MouseEvent) => {
    if (event.defaultPrevented && event.target instanceof Element && event.target.closest('a')) onClose()
  }
  return (
    <Modal title="Suche" size="medium" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links inside are pressed */}
      <div className={css['over']} onClick={closeOnHit}>
        <Find search={search} onSearch={onSearch} />
      </div>
    </Modal>
  )
}

type Props = { search: FindSearch; onSearch: (search: FindSearch) => void }

/** The results are lazy, so that the field takes input before their chunk is loaded. */
function Find({ search, onSearch }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys lead from hit to hit, wherever inside the focus is
    <div className={css['find']} onKeyDown={moveFocusToHit}>
      <FilterBox
        isFirst
        label="Alles durchsuchen"
        placeholder="Namen, Prozesse, Nachrichten …"
        value={search.filter}
        onChange={(filter) => onSearch({ ...search, filter })}
      />
      <CatchBoundary getResetKey={() => 0} errorComponent={ResultsLoadError}>
        <Suspense fallback={<Spinner />}>
          <Results search={search} onSearch={onSearch} />
        </Suspense>
      </CatchBoundary>
    </div>
  )
}

const ResultsLoadError = ({ error }: { error: unknown }) => (
  <ErrorState error={error} onRetry={() => location.reload()} />
)

/** Arrow keys move through the hits and back into the field. */
function moveFocusToHit(event: KeyboardEvent<HTMLDivElement>) {
  // In a select the arrow keys choose an option.
  if (event.target instanceof HTMLSelectElement) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-hit]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  // Home and End only move the cursor in the search field.
  if (event.key === 'Home' || event.key === 'End') return
  const next = nextVertical(event, at, stops.length)
  if (next === undefined) return
  event.preventDefault()
  stops[next]?.focus()
}

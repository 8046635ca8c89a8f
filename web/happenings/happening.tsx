import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import type { Happening } from '#contract/happenings.ts'
import { isGone } from '#web/api.ts'
import { NotFoundScreen } from '#web/shell/root.tsx'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { Button } from '#web/ui/button.tsx'
import { DetailsList } from '#web/ui/details-list.tsx'
import { formatDayAndDate } from '#web/ui/format.ts'
import { CheckIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useIsNarrow } from '#web/ui/media.ts'
import { Page } from '#web/ui/page.tsx'
import { HappeningStatusDialog } from './dialogs.tsx'
import css from './happenings.module.css'
import { lastListStore } from './last-list.ts'
import { Parts } from './parts.tsx'
import { happeningQuery } from './queries.ts'
import { StatusBadge } from './status.tsx'

const route = getRouteApi('/signed-in/happenings/$happening_id')

/** A happening with its parts: recorders and progress. */
export function HappeningScreen() {
  const { happening_id } = route.useParams()
  const { data: happening, error } = useSuspenseQuery(happeningQuery(happening_id))
  const gone = isGone(error)
  const isNarrow = useIsNarrow()
  useWindowTitle(gone ? undefined : happening.name)
  // It existed when first loaded, but is gone or no longer visible.
  if (gone) return <NotFoundScreen />
  const { can, name, type, ort, date, status } = happening
  return (
    <Page
      title={name}
      breadcrumb={[
        <Link key="happenings" to="/happenings" search={lastListStore.get()}>
          Veranstaltungen
        </Link>,
      ]}
      actions={can.administer && !isNarrow && <StatusButton happening={happening} />}
    >
      {isNarrow ? (
        <div className={css['facts']}>
          <p>{[type, ort, formatDayAndDate(date)].filter(Boolean).join(' · ')}</p>
          <StatusBadge status={status} />
          {can.administer && <StatusButton happening={happening} />}
        </div>
      ) : (
        <DetailsList
          items={[
            { name: 'Art', value: type || '–' },
            ...(ort ? [{ name: 'Ort', value: <bdi>{ort}</bdi> }] : []),
            { name: 'Datum', value: formatDayAndDate(date) },
            { name: 'Status', value: <StatusBadge status={status} /> },
          ]}
        />
      )}
      <Parts happening={happening} />
      <Outlet />
    </Page>
  )
}

/** Opens the status dialog as local state, so that the screen below it stays. */
function StatusButton({ happening }: { happening: Happening }) {
  const [open, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const opener = { icon: <CheckIcon />, onClick: () => setOpen(true) }
  return (
    <>
      {isNarrow ? (
        <IconButton label="Status ändern" {...opener} />
      ) : (
        <Button {...opener}>Status ändern</Button>
      )}
      {open && <HappeningStatusDialog happening={happening} onClose={() => setOpen(false)} />}
    </>
  )
}

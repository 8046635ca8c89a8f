// Tooltip shared by all cells: origin of a cell, loaded on demand.
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useImperativeHandle } from 'react'
import type { Assignment } from '#contract/assignments.ts'
import { errorSentence } from '#web/api.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { useTooltip } from '#web/ui/tooltip.tsx'
import { cellStateWords } from './cells.ts'
import css from './details.module.css'
import { cellQuery, type MatrixCell } from './queries.ts'

export type CellDetailsHandle = {
  showSoon(at: HTMLElement, cell: MatrixCell): void
  hide(): void
  hideSoon(): void
}

export function CellDetails({ ref }: { ref: Ref<CellDetailsHandle> }) {
  const { shown, showSoon, hide, hideSoon, bubble } = useTooltip<MatrixCell>()
  const id = useId()
  useImperativeHandle(ref, () => ({ showSoon, hide, hideSoon }), [showSoon, hide, hideSoon])
  const at = shown?.at
  useEffect(() => {
    at?.setAttribute('aria-describedby', id)
    return () => at?.removeAttribute('aria-describedby')
  }, [at, id])
  return (
    <div id={id} {...bubble}>
      {shown && <CellOrigin key={`${shown.about.user.id} ${shown.about.group.id}`} cell={shown.about} />}
    </div>
  )
}

function CellOrigin({ cell }: { cell: MatrixCell }) {
  const { data, error } = useQuery(cellQuery(cell))
  return (
    <>
      <p className={css['cell']}>
        <bdi>{cell.user.name}</bdi> – <bdi>{cell.group.name}</bdi>
      </p>
      <p>{data ? <OriginSentence {...data} /> : error ? errorSentence(error) : 'Lade...'}</p>
    </>
  )
}

/** 'Von Hand zugewiesen von Clara Döring, 03.04.2027 09:30:00'. */
function OriginSentence({
  state,
  in_planner,
  provider,
  changed_by_display_name: name,
  changed_at,
}: Assignment) {
  const source =
    state === 'revoked'
      ? `${provider === null ? 'In der Planung' : `Bei „${provider}“`} zugewiesen, hier entzogen`
      : state === 'imported' && provider !== null
        ? `Aus der Anmeldung über „${provider}“`
        : capitalize(cellStateWords[state])
  const inPlanner = state === 'empty' && in_planner ? ', in der Planung vorhanden' : ''
  if (!changed_at) return `${source}${inPlanner}.`
  const isByHand = state === 'granted' || state === 'revoked'
  return (
    <>
      {isByHand ? source : `${source}${inPlanner}. Zuletzt von Hand geändert`}{' '}
      {name ? (
        <>
          von <bdi>{name}</bdi>
        </>
      ) : (
        'von einem gelöschten Benutzer'
      )}
      , {formatDateTime(changed_at)}.
    </>
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

import { Link } from '@tanstack/react-router'
import type { AuditItem, AuditObject, ObjectKind } from '#contract/audit.ts'
import { defaultHappeningSearch, defaultTimesheetSearch } from '#web/happenings/search.ts'
import { formatNumber } from '#web/ui/format.ts'
import { assignmentsSearch } from '#web/users/assignments/search.ts'
import { usersSearch } from '#web/users/search.ts'
import css from './audit.module.css'

export const kindNames: Record<ObjectKind, string> = {
  user: 'Benutzer',
  group: 'Gruppe',
  doc: 'Prozess',
  happening: 'Veranstaltung',
  subhappening: 'Teilveranstaltung',
}

/** Objects that an entry is about, each with a link. */
export function ObjectList({ item: { objects, more_objects } }: { item: AuditItem }) {
  if (objects.length === 0) return null
  return (
    <ul className={css['objects']}>
      {objects.map((object) => (
        <li key={`${object.kind} ${object.id}`}>
          <span className={css['kind']}>{kindNames[object.kind]}</span> <ObjectLink object={object} />
        </li>
      ))}
      {more_objects > 0 && <li className={css['kind']}>und {formatNumber(more_objects)} weitere</li>}
    </ul>
  )
}

function ObjectLink({ object: { kind, id, name, happening_id } }: { object: AuditObject }) {
  if (name === null) return <span className={css['kind']}>nicht vorhanden (Nr. {id})</span>
  switch (kind) {
    case 'doc':
      return (
        <Link to="/docs/$doc_id/show" params={{ doc_id: id }}>
          {name}
        </Link>
      )
    case 'happening':
      return (
        <Link to="/happenings/$happening_id" params={{ happening_id: id }} search={defaultHappeningSearch}>
          {name}
        </Link>
      )
    case 'subhappening':
      return (
        <Link
          to="/happenings/$happening_id/$subhappening_id/timesheet"
          params={{ happening_id: happening_id ?? 0, subhappening_id: id }}
          search={defaultTimesheetSearch}
        >
          {name}
        </Link>
      )
    case 'group':
      return (
        <Link to="/groupassignments" search={assignmentsSearch({ filterGroups: name })}>
          {name}
        </Link>
      )
    default:
      return (
        <Link to="/users" search={usersSearch({ filter: name })}>
          {name}
        </Link>
      )
  }
}

// Matrix of users and groups, for viewing and changing.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { Assignments } from '#contract/assignments.ts'
import type { CellState } from '#contract/words/cell.ts'
import { toastWithUndo } from '#web/lists/toast-with-undo.ts'
import { queryClient } from '#web/query-client.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useIsNarrow } from '#web/ui/media.ts'
import { Page } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import {
  grantColumnSentence,
  grantRowSentence,
  revokeColumnSentence,
  revokeRowSentence,
} from './bulk-sentences.ts'
import { cellStateWords, countChanging } from './cells.ts'
import css from './matrix.module.css'
import { Matrix, ROWS_PER_STEP } from './matrix.tsx'
import { assignAll, assignmentsQuery, type MatrixHead } from './queries.ts'
import { type AssignmentsSearch, assignmentsSearch } from './search.ts'
import { findVisibleIndexes } from './visible.ts'

export const loadAssignments = () => queryClient.ensureQueryData(assignmentsQuery)

export function AssignmentsScreen() {
  const { data: matrix } = useSuspenseQuery(assignmentsQuery)
  const search = useSearch({ from: '/signed-in/groupassignments' })
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const find = (change: Partial<AssignmentsSearch>) =>
    void navigate({
      to: '/groupassignments',
      search: (before) => ({ ...assignmentsSearch(before), ...change }),
      replace: true,
    })
  return (
    <Page title="Zuweisungen" breadcrumb={[backToToday]} width="full">
      {matrix.groups.length === 0 ? (
        <Empty
          title="Es gibt noch keine Gruppen."
          action={
            <LinkButton to="/groups" variant="primary">
              Zu den Gruppen
            </LinkButton>
          }
        >
          <p>Legen Sie eine Gruppe an, oder gleichen Sie die Benutzer mit der Personalplanung ab.</p>
        </Empty>
      ) : (
        <>
          <FilterBar
            {...(isNarrow && {
              reset: {
                by: {
                  Gruppen: search.filterGroups,
                  'Nur zugewiesene Benutzer': search.onlyUsedUsers ? 'ja' : '',
                  'Nur benutzte Gruppen': search.onlyUsedGroups ? 'ja' : '',
                },
                onReset: () => find({ filterGroups: '', onlyUsedUsers: false, onlyUsedGroups: false }),
              },
            })}
            more={
              <>
                <FilterBox
                  label="Gruppen suchen"
                  placeholder="Gruppen suchen …"
                  value={search.filterGroups}
                  onChange={(filterGroups) => find({ filterGroups })}
                />
                <div className={css['boxes']}>
                  <Checkbox
                    label="Nur zugewiesene Benutzer"
                    checked={search.onlyUsedUsers}
                    onChange={(onlyUsedUsers) => find({ onlyUsedUsers })}
                  />
                  <Checkbox
                    label="Nur benutzte Gruppen"
                    checked={search.onlyUsedGroups}
                    onChange={(onlyUsedGroups) => find({ onlyUsedGroups })}
                  />
                </div>
              </>
            }
          >
            <FilterBox
              label="Benutzer suchen"
              placeholder="Benutzer suchen …"
              value={search.filterUser}
              onChange={(filterUser) => find({ filterUser })}
            />
          </FilterBar>
          <UndoLines place="users" />
          <FilteredMatrix
            key={JSON.stringify(search)}
            matrix={matrix}
            search={search}
            onReset={() => find(assignmentsSearch({}))}
          />
        </>
      )}
    </Page>
  )
}

type FilteredMatrixProps = { matrix: Assignments; search: AssignmentsSearch; onReset: () => void }

function FilteredMatrix({ matrix, search, onReset }: FilteredMatrixProps) {
  const { users, groups } = matrix
  // Recomputed when people or groups change, not per toggle: a user who loses their last group stays visible.
  const [visible, setVisible] = useState(() => ({ users, groups, ...findVisibleIndexes(matrix, search) }))
  if (visible.users !== users || visible.groups !== groups)
    setVisible({ users, groups, ...findVisibleIndexes(matrix, search) })
  const [count, setCount] = useState(ROWS_PER_STEP)
  const total = visible.rows.length
  const more = useCallback(
    () => setCount((count) => Math.min(count + ROWS_PER_STEP, Math.max(total, ROWS_PER_STEP))),
    [total],
  )

  if (total === 0 || visible.columns.length === 0) {
    return (
      <Empty
        title={total === 0 ? 'Kein Benutzer passt zur Suche.' : 'Keine Gruppe passt zur Suche.'}
        action={<Button onClick={onReset}>Suche leeren</Button>}
      />
    )
  }
  return (
    <>
      <div className={css['above']}>
        <Legend />
        <output className={css['count']}>
          {formatNumber(Math.min(count, total))} von {formatCount(total, 'Benutzer', 'Benutzern')}
        </output>
      </div>
      <Matrix
        matrix={matrix}
        shown={visible}
        count={count}
        onMore={more}
        onAll={(many, granted) => void confirmAndAssign(matrix, many, granted)}
      />
    </>
  )
}

type BulkTarget = { users: readonly MatrixHead[]; groups: readonly MatrixHead[]; of: MatrixHead }

async function confirmAndAssign(
  { users: all, groups: columns, relation }: Assignments,
  many: BulkTarget,
  granted: boolean,
) {
  const { users, groups, of } = many
  const [rowOf, columnOf] = [indexById(all), indexById(columns)]
  const states = users.flatMap((user) =>
    groups.map((group) => relation[rowOf.get(user.id) ?? -1]?.[columnOf.get(group.id) ?? -1] ?? 'empty'),
  )
  const changing = countChanging(states, granted)
  if (changing === 0) {
    toast(granted ? 'Hier gibt es nichts zuzuweisen.' : 'Hier gibt es nichts zu entziehen.', { tone: 'info' })
    return
  }
  const isColumn = groups[0] === of
  const assignments = (count: number) => formatCount(count, 'Zuweisung', 'Zuweisungen')
  await confirm({
    title: granted ? `${assignments(changing)} erteilen?` : `${assignments(changing)} entziehen?`,
    children: granted
      ? isColumn
        ? grantColumnSentence(of.name, all.length, users.length)
        : grantRowSentence(of.name, columns.length, groups.length)
      : isColumn
        ? revokeColumnSentence(of.name, changing)
        : revokeRowSentence(of.name, changing),
    verb: granted ? 'Zuweisen' : 'Entziehen',
    danger: !granted,
    act: async () => {
      const acted = await assignAll(users, groups, granted)
      // Somebody else may have changed some of these cells already, so this is the server's count.
      const done = `${assignments(acted.changed)} ${granted ? 'erteilt' : 'entzogen'}`
      if (acted.changed === 0) toast('Es gab nichts zu ändern.', { tone: 'info' })
      else toastWithUndo(done, acted, 'users')
    },
  })
}

const indexById = (named: readonly MatrixHead[]) => new Map(named.map(({ id }, at) => [id, at]))

/** Legend of the matrix. */
function Legend() {
  return (
    <ul className={css['legend']} aria-label="Zeichen">
      {(Object.keys(cellStateWords) as CellState[]).map((state) => (
        <li key={state}>
          <span className={`${css['sample']} ${css[state]}`} aria-hidden="true" />
          {cellStateWords[state]}
        </li>
      ))}
    </ul>
  )
}

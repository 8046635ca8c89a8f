// The matrix of users and groups, the origin of a cell, and the groups of one person.
import { type Static, Type } from 'typebox'
import { bodyLimitsForIds, del, get, patch, put } from './endpoint.ts'
import { Body, DateTime, GroupName, Id, Nullable, OneOf } from './shapes.ts'
import { BulkResult } from './undo.ts'
import { cellStates } from './words/cell.ts'

const NullableText = Nullable(Type.String())
const CellState = OneOf(cellStates, { title: 'CellState' })

export const IdAndName = Type.Object({ id: Id, name: Type.String() }, { title: 'Named' })

/** `relation[u][g]` is the cell of the u-th user and the g-th group. */
export const Assignments = Type.Object(
  {
    groups: Type.Array(IdAndName),
    users: Type.Array(IdAndName),
    relation: Type.Array(Type.Array(CellState)),
  },
  { title: 'Assignments' },
)
export type Assignments = Static<typeof Assignments>

/** Origin of a cell's state: the planner, an identity provider or an administrator. */
export const Assignment = Type.Object(
  {
    state: CellState,
    in_planner: Type.Boolean(),
    /** Name of the identity provider that the group comes from; null for all other groups. */
    provider: NullableText,
    changed_by: NullableText,
    changed_by_display_name: NullableText,
    changed_at: Nullable(DateTime),
  },
  { title: 'Assignment' },
)
export type Assignment = Static<typeof Assignment>

/** A group that a user is in or was removed from, and the origin of this state. */
export const GroupOfPerson = Type.Object(
  { id: Id, name: Type.String(), ...Assignment.properties },
  { title: 'GroupOfPerson' },
)
export type GroupOfPerson = Static<typeof GroupOfPerson>

const AssignmentParams = Type.Object({ user_id: Id, groupname: GroupName })

export const assignmentEndpoints = {
  assignments: get('/users/groups/', {
    shedFirst: true,
    says: 'Alle Zuweisungen von Benutzern zu Gruppen',
    may: 'admin',
    polled: true,
    answer: Assignments,
  }),
  assignMany: patch('/users/groups/', {
    says: 'Viele Zuweisungen auf einmal erteilen oder entziehen',
    may: 'admin',
    limit: 'mass_changes',
    body: Body({
      user_ids: Type.Array(Id, { minItems: 1, maxItems: 20_000 }),
      group_ids: Type.Array(Id, { minItems: 1, maxItems: 2_000 }),
      granted: Type.Boolean(),
    }),
    ...bodyLimitsForIds(22_000),
    answer: BulkResult,
  }),
  assignment: get('/users/{user_id}/groups/{groupname}/', {
    says: 'Woher eine Zuweisung kommt',
    may: 'admin',
    params: AssignmentParams,
    answer: Assignment,
  }),
  assign: put('/users/{user_id}/groups/{groupname}/', {
    says: 'Eine Zuweisung erteilen',
    may: 'admin',
    params: AssignmentParams,
    answer: Type.Boolean(),
  }),
  unassign: del('/users/{user_id}/groups/{groupname}/', {
    says: 'Eine Zuweisung entziehen',
    may: 'admin',
    params: AssignmentParams,
    answer: Type.Boolean(),
  }),
}

// Creates, renames and deletes custom groups. Groups of the planner or of a provider cannot be changed here, and a
// custom group cannot have the name of one of them.
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { archiveGroupRoom } from '#server/chat/change-room.ts'
import { listDocsOnlyInGroup } from '#server/docs/visibility-store.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import { checkName } from '#server/http/input/typed-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutRoomHead, aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { groupSentences } from './sentences.ts'
import {
  deleteGroup,
  findGroupByName,
  insertGroup,
  listMemberIds,
  lockGroupForUpdate,
  setGroupName,
} from './store.ts'

export function createGroup(kontor: Kontor, by: Caller, typed: string) {
  const name = checkGroupName(typed, 'groupname')
  return inTransaction(kontor, async (tx) => {
    const id = await insertGroup(tx, name)
    if (id === undefined) throw nameTakenRefusal(name, await findGroupByName(tx, name))
    await audit(tx, by.id, 'group.create', { group_id: id, name })
    changed(tx, aboutAssignments)
  })
}

/** Memberships, visible documents and the chat refer to the id of the group, so a rename does not affect them. */
export function renameGroup(kontor: Kontor, by: Caller, typed: string, newTyped: string) {
  const name = checkGroupName(newTyped, 'newname')
  return inTransaction(kontor, async (tx) => {
    const group = requireCustom(await lockGroupForUpdate(tx, typed.trim()))
    const other = await findGroupByName(tx, name)
    if (other && other.id !== group.id) throw nameTakenRefusal(name, other)
    if (name === group.name) return
    await setGroupName(tx, group.id, name)
    await audit(tx, by.id, 'group.rename', { group_id: group.id, from: group.name, to: name })
    const members = await listMemberIds(tx, group.id)
    changed(tx, aboutAssignments, aboutRoomHead('groups', group.id), ...members.map(aboutUser))
  })
}

export function removeGroup(kontor: Kontor, by: Caller, typed: string) {
  return inTransaction(kontor, async (tx) => {
    const group = requireCustom(await lockGroupForUpdate(tx, typed.trim()))
    const members = await listMemberIds(tx, group.id)
    await archiveGroupRoom(tx, group)
    await deleteGroup(tx, group.id)
    await audit(tx, by.id, 'group.delete', { group_id: group.id, name: group.name })
    changed(tx, aboutAssignments, ...members.map(aboutUser))
  })
}

/** Effects of deleting a group, for the confirmation. */
export async function readRemovalEffects({ db }: Kontor, typed: string) {
  const group = requireCustom(await findGroupByName(db, typed.trim()))
  const [members, docs] = await Promise.all([listMemberIds(db, group.id), listDocsOnlyInGroup(db, group.id)])
  return { members: members.length, docs }
}

type Origin = { is_custom: boolean; is_provided: boolean }
const originOf = ({ is_provided }: Origin) =>
  is_provided ? groupSentences.fromProvider : groupSentences.fromPlanner

function requireCustom<Group extends Origin>(group: Group | undefined): Group {
  if (!group) throw refuse('not_found', groupSentences.isGone)
  if (!group.is_custom) throw refuse('planned_group', groupSentences.isNotOurs(originOf(group)))
  return group
}

/** Says where a group of the planner or a provider comes from, because the list of custom groups does not show it. */
function nameTakenRefusal(name: string, other: ({ name: string } & Origin) | undefined) {
  const written = other && other.name !== name ? `, geschrieben „${other.name}“` : ''
  const origin = other?.is_custom === false ? `: Sie kommt ${originOf(other)}` : ''
  return refuse('name_taken', groupSentences.nameTaken(name, written, origin))
}

const MAX_NAME_LENGTH = 80
/**
 * Refuses names that consist of dots: `.` and `..` would be normalised away in URLs, and longer ones look too
 * similar.
 */
function checkGroupName(typed: string, parameter: 'groupname' | 'newname'): string {
  const loc = ['path', parameter]
  const name = checkName(typed, { what: 'Der Name der Gruppe', longest: MAX_NAME_LENGTH, loc })
  if (/^\.+$/.test(name)) throw refuseInvalid(loc, groupSentences.nameIsDots)
  return name
}

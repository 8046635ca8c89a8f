import { type Static, Type } from 'typebox'
import { assignmentEndpoints, GroupOfPerson, IdAndName } from './assignments.ts'
import { Sessions } from './auth.ts'
import { bodyLimitsForIds, del, get, patch, post } from './endpoint.ts'
import { factorsOfUser } from './factors.ts'
import { reportFields } from './jobs.ts'
import { ListView, listViews } from './list-views.ts'
import {
  Body,
  DateTime,
  Id,
  listQuery,
  Nullable,
  OneOf,
  Page,
  SuccessAnswer,
  SuccessAnswerWith,
} from './shapes.ts'
import { BulkResult } from './undo.ts'
import { SyncChanges, userImport } from './user-import.ts'
import { mailStates } from './words/users.ts'

const NullableText = Nullable(Type.String())

export const CurrentUser = Type.Object(
  {
    id: Id,
    username: Type.String(),
    /** 'Vorname Nachname' or the username. */
    display_name: Type.String(),
    is_admin: Type.Boolean(),
    may_see_happenings: Type.Boolean(),
    /** True if the staff planner knows the person, so that they may have shifts. */
    has_shifts: Type.Boolean(),
    /** The password was set by somebody else and has to be changed before anything else. */
    must_change_password: Type.Boolean(),
    /** An administrator without the required second factor: every other call is refused until there is one. */
    must_add_factor: Type.Boolean(),
    /**
     * True if `must_change_password` or `must_add_factor` is. The app then shows only the screen that fixes
     * it.
     */
    is_held: Type.Boolean(),
    unread_chats: Type.Boolean(),
    /** Number of chats with unread messages. */
    unread_rooms: Type.Integer(),
    webpush_application_server_key: NullableText,
    groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    /** Lists whose settings differ from the default. */
    lists: Type.Optional(Type.Array(ListView)),
  },
  { title: 'CurrentUser' },
)
export type CurrentUser = Static<typeof CurrentUser>

/** The calling administrator's rights on this user. */
const UserPermissions = Type.Object(
  {
    delete: Type.Boolean(),
    demote: Type.Boolean(),
    /** Block or unblock the user; only for users from the planner. */
    block: Type.Boolean(),
  },
  { title: 'UserCan' },
)

/** An unused link of a user. */
const Invitation = Type.Object(
  {
    made_at: DateTime,
    /** Null until its mail has been sent. */
    expires_at: Nullable(DateTime),
    is_over: Type.Boolean(),
    /** Null if it is not sent by mail. */
    mail: Nullable(OneOf(mailStates)),
    problem: NullableText,
  },
  { title: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

const userListFields = {
  id: Id,
  username: Type.String(),
  /** 'Nachname, Vorname' or the username. */
  display_name: Type.String(),
  persplan_id: NullableText,
  persplan_vorname: NullableText,
  persplan_nachname: NullableText,
  persplan_email: NullableText,
  persplan_telefon: NullableText,
  /** Their own address; mails go to `persplan_email` if it is empty. */
  email: NullableText,
  is_admin: Type.Boolean(),
  is_active: Type.Boolean(),
  /** Blocked by an administrator, which keeps the planner from reactivating the person. Implies inactive. */
  is_blocked: Type.Boolean(),
  has_password: Type.Boolean(),
  /** Last activity of any session; null for never. */
  last_seen_at: Nullable(DateTime),
  /** The latest unused invitation. */
  invitation: Nullable(Invitation),
  is_anonymised: Type.Boolean(),
  /** Names of the groups they are in. */
  groups: Type.Array(Type.String()),
  can: UserPermissions,
}
export const UserListItem = Type.Object(userListFields, { title: 'UserListItem' })
export type UserListItem = Static<typeof UserListItem>

export const User = Type.Object(
  { ...userListFields, persplan_barcode: NullableText, persplan_username: NullableText },
  { title: 'User' },
)
export type User = Static<typeof User>

/** Preview of a sync: numbers, and the first few names of each kind. */
export const SyncPreview = Type.Object(
  {
    new: SyncChanges,
    /** Each with the old and the new values. */
    changed: SyncChanges,
    vanishing: SyncChanges,
    returning: SyncChanges,
    new_groups: SyncChanges,
    /** Each with the person and the group. */
    memberships_added: SyncChanges,
    memberships_ended: SyncChanges,
    unchanged: Type.Integer(),
    /** The reason why the sync would write nothing, or null. */
    refused: NullableText,
  },
  { title: 'SyncPreview' },
)
export type SyncPreview = Static<typeof SyncPreview>

const SyncReport = Type.Object(
  {
    finished_at: Nullable(DateTime),
    ...reportFields,
    /** True if a planner is configured. */
    has_planner: Type.Boolean(),
    /** Id of the running sync, if any. */
    running: NullableText,
    /** Users whom the last successful sync created and who cannot sign in yet. */
    new_user_ids: Type.Array(Id),
  },
  { title: 'SyncReport' },
)

const UserParams = Type.Object({ user_id: Id })
/** Empty or null for none. */
const Email = Nullable(Type.String({ maxLength: 254 }))
const Username = Type.String({ minLength: 1, maxLength: 200 })
/** Empty or null for none. */
const PersonName = Nullable(Type.String({ maxLength: 300 }))

export const users = {
  list: get('/users/', {
    shedFirst: true,
    says: 'Benutzer suchen, sortieren und blättern',
    may: 'admin',
    polled: true,
    limit: 'searches',
    query: Type.Object({
      ...listQuery(10),
      filter_status: Type.String({ default: '', maxLength: 60 }),
      is_active: Type.Optional(Type.Boolean()),
    }),
    answer: Page(UserListItem),
  }),
  create: post('/users/', {
    says: 'Einen Benutzer anlegen; ohne Passwort kann er sich nicht anmelden',
    may: 'admin',
    body: Body({
      username: Username,
      email: Type.Optional(Email),
      persplan_vorname: Type.Optional(PersonName),
      persplan_nachname: Type.Optional(PersonName),
    }),
    answer: SuccessAnswerWith({ user_id: Id }),
  }),
  read: get('/users/{user_id}/', { says: 'Ein Benutzer', may: 'admin', params: UserParams, answer: User }),
  groupsOf: get('/users/{user_id}/groups/', {
    shedFirst: true,
    says: 'Die Gruppen eines Benutzers mit ihrer Herkunft, und die Chats von Gruppen, in denen er und der Aufrufer sind',
    may: 'admin',
    params: UserParams,
    answer: Type.Object({ groups: Type.Array(GroupOfPerson), chats: Type.Array(IdAndName) }),
  }),
  massEdit: post('/users/mass_edit/', {
    says: 'Viele Benutzer deaktivieren oder aktivieren; wen die Personalplanung kennt, ist damit gesperrt, bis das ein Admin aufhebt',
    may: 'admin',
    confirmed: true,
    limit: 'mass_changes',
    body: Body({
      user_ids: Type.Array(Id, { minItems: 1, maxItems: 10_000 }),
      is_active: Type.Boolean(),
    }),
    ...bodyLimitsForIds(10_000),
    answer: BulkResult,
  }),
  remove: del('/users/{user_id}/', {
    says: 'Einen Benutzer löschen, den die Personalplanung nicht kennt',
    may: 'admin',
    confirmed: true,
    params: UserParams,
    answer: SuccessAnswer,
  }),
  rename: patch('/users/{user_id}/username/', {
    says: 'Einen Benutzer umbenennen',
    may: 'admin',
    params: UserParams,
    body: Body({ username: Username }),
    answer: SuccessAnswer,
  }),
  changeName: patch('/users/{user_id}/name/', {
    says: 'Vorname und Nachname eines Benutzers setzen, den die Personalplanung nicht kennt; der Benutzername bleibt',
    may: 'admin',
    params: UserParams,
    body: Body({ persplan_vorname: PersonName, persplan_nachname: PersonName }),
    answer: SuccessAnswer,
  }),
  changeEmail: patch('/users/{user_id}/email/', {
    says: 'Die E-Mail-Adresse eines Benutzers setzen oder entfernen; die aus der Personalplanung bleibt daneben stehen',
    may: 'admin',
    confirmed: true,
    params: UserParams,
    body: Body({ email: Email }),
    answer: SuccessAnswer,
  }),
  changePrivileges: patch('/users/{user_id}/privileges/', {
    says: 'Zum Admin oder zum Benutzer machen',
    may: 'admin',
    confirmed: true,
    params: UserParams,
    body: Body({ is_admin: Type.Boolean() }),
    answer: SuccessAnswer,
  }),
  changePassword: patch('/users/{user_id}/password/', {
    says: 'Das Passwort eines Benutzers setzen; beendet seine Sitzungen',
    may: 'admin',
    confirmed: true,
    limit: 'passwords',
    params: UserParams,
    body: Body({ password: Type.String({ maxLength: 1000 }) }),
    answer: SuccessAnswer,
  }),
  sessions: get('/users/{user_id}/sessions/', {
    shedFirst: true,
    says: 'Die Sitzungen eines Benutzers',
    may: 'admin',
    params: UserParams,
    answer: Sessions,
  }),
  endSessions: del('/users/{user_id}/sessions/', {
    says: 'Alle Sitzungen eines Benutzers beenden; die eigene, die fragt, bleibt',
    may: 'admin',
    confirmed: true,
    params: UserParams,
    answer: SuccessAnswer,
  }),
  ...factorsOfUser,
  ...listViews,
  current: get('/users/current/', {
    says: 'Das eigene Konto, seine Rechte und was ungelesen ist',
    may: 'staff',
    offline: true,
    beforeFactor: true,
    polled: true,
    answer: CurrentUser,
  }),
  changeOwnPassword: patch('/users/current/password/', {
    says: 'Das eigene Passwort ändern; das bisherige muss stimmen, wenn es mitkommt. Beendet alle anderen Sitzungen',
    may: 'staff',
    beforeFactor: true,
    limit: 'passwords',
    body: Body({
      password: Type.String({ maxLength: 1000 }),
      current_password: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    answer: SuccessAnswer,
  }),
  ...assignmentEndpoints,
  ...userImport,
  sync: post('/users/sync/', {
    says: 'Benutzer mit der Personalplanung abgleichen',
    may: 'admin',
    limit: 'syncs',
    answer: SuccessAnswerWith({ background_result_id: Type.String() }),
  }),
  previewSync: get('/users/sync/preview/', {
    says: 'Was der Abgleich ändern würde',
    may: 'admin',
    limit: 'syncs',
    answer: SyncPreview,
  }),
  lastSync: get('/users/sync/last/', {
    says: 'Bericht des letzten Abgleichs',
    may: 'admin',
    answer: SyncReport,
  }),
}

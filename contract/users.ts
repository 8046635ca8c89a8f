import { type Static, Type } from 'typebox'
import { assignmentCalls, GroupOfPerson, Named } from './assignments.ts'
import { Sessions } from './auth.ts'
import { bodyOfIds, del, get, patch, post } from './endpoint.ts'
import { factorsOfUser } from './factors.ts'
import { report } from './jobs.ts'
import { ListView, listViews } from './list-views.ts'
import { Body, DateTime, Done, DoneWith, Id, listQuery, Nullable, OneOf, Page } from './shapes.ts'
import { Acted } from './undo.ts'
import { Changes, userImport } from './user-import.ts'
import { mailStates } from './words/users.ts'

const Text = Nullable(Type.String())

export const CurrentUser = Type.Object(
  {
    id: Id,
    username: Type.String(),
    /** 'Vorname Nachname' or the username. */
    display_name: Type.String(),
    is_admin: Type.Boolean(),
    may_see_happenings: Type.Boolean(),
    /** The staff planner knows them: shifts of theirs may be planned. */
    has_shifts: Type.Boolean(),
    /** Somebody else has chosen their password: the app asks for another one before anything else. */
    must_change_password: Type.Boolean(),
    /** An administrator who has no second factor yet, where one is required: everything else is refused until then. */
    must_add_factor: Type.Boolean(),
    /** One of the two: the app shows the way to it, and nothing else. */
    is_held: Type.Boolean(),
    unread_chats: Type.Boolean(),
    /** How many chats make it so. */
    unread_rooms: Type.Integer(),
    webpush_application_server_key: Text,
    groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    /** The lists that they have left otherwise than everybody finds them. */
    lists: Type.Optional(Type.Array(ListView)),
  },
  { title: 'CurrentUser' },
)
export type CurrentUser = Static<typeof CurrentUser>

/** What an administrator may do with a user right now. */
const Can = Type.Object(
  {
    delete: Type.Boolean(),
    demote: Type.Boolean(),
    /** Somebody whom the planner knows is kept out at once, or let in again. */
    block: Type.Boolean(),
  },
  { title: 'UserCan' },
)

/** A link of theirs that was not used yet. */
const Invitation = Type.Object(
  {
    made_at: DateTime,
    /** Null until the mail that brings it has gone out. */
    expires_at: Nullable(DateTime),
    is_over: Type.Boolean(),
    /** Null where it is not sent as a mail. */
    mail: Nullable(OneOf(mailStates)),
    problem: Text,
  },
  { title: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

const listed = {
  id: Id,
  username: Type.String(),
  /** 'Nachname, Vorname' or the username. */
  display_name: Type.String(),
  persplan_id: Text,
  persplan_vorname: Text,
  persplan_nachname: Text,
  persplan_email: Text,
  persplan_telefon: Text,
  /** Their own address; without one mails go to `persplan_email`. */
  email: Text,
  is_admin: Type.Boolean(),
  is_active: Type.Boolean(),
  /** An administrator keeps them out although the planner knows them; then they are not active either. */
  is_blocked: Type.Boolean(),
  has_password: Type.Boolean(),
  /** When one of their browsers was last seen signed in; null for never. */
  last_seen_at: Nullable(DateTime),
  /** The newest one that was not used. */
  invitation: Nullable(Invitation),
  /** Nobody knows any more who they were. */
  is_anonymised: Type.Boolean(),
  can: Can,
}
export const UserListItem = Type.Object(listed, { title: 'UserListItem' })
export type UserListItem = Static<typeof UserListItem>

export const User = Type.Object(
  { ...listed, persplan_barcode: Text, persplan_username: Text },
  { title: 'User' },
)
export type User = Static<typeof User>

/** What a sync would do: numbers, and the first names of each kind. */
export const SyncPreview = Type.Object(
  {
    new: Changes,
    changed: Changes,
    vanishing: Changes,
    returning: Changes,
    new_groups: Changes,
    memberships_added: Type.Integer(),
    memberships_ended: Type.Integer(),
    unchanged: Type.Integer(),
    /** Why nothing would be written, or null. */
    refused: Text,
  },
  { title: 'SyncPreview' },
)
export type SyncPreview = Static<typeof SyncPreview>

const SyncReport = Type.Object(
  {
    finished_at: Nullable(DateTime),
    ...report,
    /** Without one there is nothing to synchronise with. */
    has_planner: Type.Boolean(),
    /** The id of a sync that is under way. */
    running: Text,
  },
  { title: 'SyncReport' },
)

const OneUser = Type.Object({ user_id: Id })
/** Empty and null are none. */
const Email = Nullable(Type.String({ maxLength: 254 }))
const Username = Type.String({ minLength: 1, maxLength: 200 })
/** Empty and null are none. */
const PersonName = Nullable(Type.String({ maxLength: 300 }))

export const users = {
  list: get('/users/', {
    givesWay: true,
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
    answer: DoneWith({ user_id: Id }),
  }),
  read: get('/users/{user_id}/', { says: 'Ein Benutzer', may: 'admin', params: OneUser, answer: User }),
  groupsOf: get('/users/{user_id}/groups/', {
    givesWay: true,
    says: 'Die Gruppen eines Benutzers mit ihrer Herkunft, und die Chats von Gruppen, in denen er und der Aufrufer sind',
    may: 'admin',
    params: OneUser,
    answer: Type.Object({ groups: Type.Array(GroupOfPerson), chats: Type.Array(Named) }),
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
    ...bodyOfIds(10_000),
    answer: Acted,
  }),
  remove: del('/users/{user_id}/', {
    says: 'Einen Benutzer löschen, den die Personalplanung nicht kennt',
    may: 'admin',
    confirmed: true,
    params: OneUser,
    answer: Done,
  }),
  rename: patch('/users/{user_id}/username/', {
    says: 'Einen Benutzer umbenennen',
    may: 'admin',
    params: OneUser,
    body: Body({ username: Username }),
    answer: Done,
  }),
  changeName: patch('/users/{user_id}/name/', {
    says: 'Vorname und Nachname eines Benutzers setzen, den die Personalplanung nicht kennt; der Benutzername bleibt',
    may: 'admin',
    params: OneUser,
    body: Body({ persplan_vorname: PersonName, persplan_nachname: PersonName }),
    answer: Done,
  }),
  changeEmail: patch('/users/{user_id}/email/', {
    says: 'Die E-Mail-Adresse eines Benutzers setzen oder entfernen; die aus der Personalplanung bleibt daneben stehen',
    may: 'admin',
    confirmed: true,
    params: OneUser,
    body: Body({ email: Email }),
    answer: Done,
  }),
  changePrivileges: patch('/users/{user_id}/privileges/', {
    says: 'Zum Admin oder zum Benutzer machen',
    may: 'admin',
    confirmed: true,
    params: OneUser,
    body: Body({ is_admin: Type.Boolean() }),
    answer: Done,
  }),
  changePassword: patch('/users/{user_id}/password/', {
    says: 'Das Passwort eines Benutzers setzen; beendet seine Sitzungen',
    may: 'admin',
    confirmed: true,
    limit: 'passwords',
    params: OneUser,
    body: Body({ password: Type.String({ maxLength: 1000 }) }),
    answer: Done,
  }),
  sessions: get('/users/{user_id}/sessions/', {
    givesWay: true,
    says: 'Die Sitzungen eines Benutzers',
    may: 'admin',
    params: OneUser,
    answer: Sessions,
  }),
  endSessions: del('/users/{user_id}/sessions/', {
    says: 'Alle Sitzungen eines Benutzers beenden; die eigene, die fragt, bleibt',
    may: 'admin',
    confirmed: true,
    params: OneUser,
    answer: Done,
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
    answer: Done,
  }),
  ...assignmentCalls,
  ...userImport,
  sync: post('/users/sync/', {
    says: 'Benutzer mit der Personalplanung abgleichen',
    may: 'admin',
    limit: 'syncs',
    answer: DoneWith({ background_result_id: Type.String() }),
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

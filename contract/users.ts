import { type Static, Type } from 'typebox'
import { get, patch } from './endpoint.ts'
import { Body, Done, Id, listQuery, Nullable, Page } from './shapes.ts'

const Text = Nullable(Type.String())

export const CurrentUser = Type.Object(
  {
    username: Type.String(),
    is_admin: Type.Boolean(),
    may_see_happenings: Type.Boolean(),
    unread_chats: Type.Boolean(),
    webpush_application_server_key: Text,
    groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  },
  { title: 'CurrentUser' },
)
export type CurrentUser = Static<typeof CurrentUser>

export const UserListItem = Type.Object(
  {
    id: Id,
    username: Type.String(),
    persplan_id: Text,
    persplan_vorname: Text,
    persplan_nachname: Text,
    persplan_email: Text,
    persplan_telefon: Text,
    is_admin: Type.Boolean(),
  },
  { title: 'UserListItem' },
)
export type UserListItem = Static<typeof UserListItem>

export const users = {
  list: get('/users/', {
    says: 'Benutzer suchen, ordnen und blättern',
    may: 'admin',
    query: Type.Object({ ...listQuery(10), filter_status: Type.String({ default: '', maxLength: 60 }) }),
    answer: Page(UserListItem),
  }),
  current: get('/users/current/', {
    says: 'Wer angemeldet ist, und was er sieht',
    may: 'staff',
    polled: true,
    answer: CurrentUser,
  }),
  changeOwnPassword: patch('/users/current/password/', {
    says: 'Das eigene Passwort ändern; beendet alle anderen Sitzungen',
    may: 'staff',
    body: Body({
      password: Type.String({ maxLength: 1000 }),
      current_password: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    answer: Done,
  }),
}

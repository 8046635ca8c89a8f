// The ways in: invitations of administrators, and links for whoever has forgotten a password. Both open an account
// once.
import { type Static, Type } from 'typebox'
import { bodyOfIds, get, post } from './endpoint.ts'
import { Body, DateTime, Done, DoneWith, Id, Nullable, OneOf } from './shapes.ts'
import { invitationWays } from './words/users.ts'

/** What stands behind the `#` of a link. */
const Token = Type.String({ minLength: 1, maxLength: 100 })

const Overview = Type.Object(
  {
    /** Active people without a password. */
    without_access: Type.Integer(),
    /** Those of them that a mail can reach. */
    with_email: Type.Integer(),
    /** Those of them whose invitation has ended, or who never had one. */
    not_invited: Type.Integer(),
    /** Mails can be sent at all. */
    can_mail: Type.Boolean(),
    /** Said where the links lead nowhere but on this machine. */
    only_here: Nullable(Type.String()),
  },
  { title: 'InvitationOverview' },
)
export type Overview = Static<typeof Overview>

export const invitations = {
  overview: get('/invitations/', {
    givesWay: true,
    says: 'Wie viele Personen noch keinen Zugang haben, und wie viele davon eine E-Mail erreicht',
    may: 'admin',
    answer: Overview,
  }),
  make: post('/invitations/', {
    says: 'Personen einladen, ohne Auswahl alle ohne Zugang, deren Einladung nicht mehr gilt (mit `with_invited` auch die anderen); jede bekommt einen Link, der 72 Stunden und einmal gilt, ein früherer gilt nicht mehr',
    may: 'admin',
    confirmed: true,
    limit: 'invitations',
    body: Body({
      user_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 5_000 })),
      with_invited: Type.Optional(Type.Boolean()),
      way: OneOf(invitationWays),
    }),
    ...bodyOfIds(5_000),
    answer: DoneWith({
      invited: Type.Integer(),
      /** Who was asked for and was not invited: no address, deactivated, anonymous, or beyond what a sheet holds. */
      left_out: Type.Integer(),
      /** The address behind this server's, said this one time; of a sheet and of mails none. */
      path: Nullable(Type.String()),
      /** The sheet as PDF, in base64. */
      sheet: Nullable(Type.String()),
    }),
  }),
  open: post('/invitations/open/', {
    says: 'Für wen ein Link gilt; ändert nichts',
    may: 'everyone',
    hidden: true,
    body: Body({ token: Token }),
    answer: DoneWith({
      username: Type.String(),
      display_name: Type.String(),
      is_reset: Type.Boolean(),
      expires_at: DateTime,
    }),
  }),
  accept: post('/invitations/accept/', {
    says: 'Mit einem Link das eigene Passwort wählen und sich anmelden; der Link gilt danach nicht mehr, alle anderen Sitzungen enden',
    may: 'everyone',
    session: 'opens',
    hidden: true,
    body: Body({ token: Token, password: Type.String({ maxLength: 1000 }) }),
    /** Whoever signs in with a second factor still does: their password is set, and they are not signed in. */
    answer: DoneWith({ is_signed_in: Type.Boolean() }),
  }),
  forgotten: post('/auth/forgotten/', {
    says: 'Einen Link für ein neues Passwort an die eigene E-Mail-Adresse senden; die Antwort ist immer die gleiche',
    may: 'everyone',
    hidden: true,
    body: Body({ account: Type.String({ minLength: 1, maxLength: 254 }) }),
    answer: Done,
  }),
}

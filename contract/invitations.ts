// Links that open an account once: invitations by administrators, and those for a forgotten password.
import { type Static, Type } from 'typebox'
import { bodyLimitsForIds, get, post } from './endpoint.ts'
import { Body, DateTime, Id, Nullable, OneOf, SuccessAnswer, SuccessAnswerWith } from './shapes.ts'
import { invitationChannels } from './words/users.ts'

/** The part after the `#` of a link. */
const Token = Type.String({ minLength: 1, maxLength: 100 })

const InvitationOverview = Type.Object(
  {
    /** Number of active people who cannot sign in yet: no password, and no account at an identity provider. */
    without_access: Type.Integer(),
    /** Number of people in `without_access` who have an e-mail address. */
    with_email: Type.Integer(),
    /** Number of people in `without_access` who have no open invitation. */
    not_invited: Type.Integer(),
    /** True if sending mail is configured. */
    can_mail: Type.Boolean(),
    /** Warning if the links work on this machine only. */
    only_here: Nullable(Type.String()),
  },
  { title: 'InvitationOverview' },
)
export type InvitationOverview = Static<typeof InvitationOverview>

export const invitations = {
  overview: get('/invitations/', {
    shedFirst: true,
    says: 'Wie viele Personen noch keinen Zugang haben, und wie viele davon eine E-Mail erreicht',
    may: 'admin',
    answer: InvitationOverview,
  }),
  make: post('/invitations/', {
    says: 'Personen einladen, ohne Auswahl alle ohne Zugang, deren Einladung nicht mehr gilt (mit `with_invited` auch die anderen); jede bekommt einen Link, der 72 Stunden und einmal gilt, ein früherer gilt nicht mehr',
    may: 'admin',
    confirmed: true,
    limit: 'invitations',
    body: Body({
      user_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 5_000 })),
      with_invited: Type.Optional(Type.Boolean()),
      way: OneOf(invitationChannels),
    }),
    ...bodyLimitsForIds(5_000),
    answer: SuccessAnswerWith({
      invited: Type.Integer(),
      /** Requested but not invited: no address, deactivated, anonymised, or too many for a sheet. */
      left_out: Type.Integer(),
      /** Path of the link, shown only this time; null for a sheet and for mails. */
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
    answer: SuccessAnswerWith({
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
    /**
     * False for an account with a second factor: the new password is stored, but the owner still has to sign
     * in.
     */
    answer: SuccessAnswerWith({ is_signed_in: Type.Boolean() }),
  }),
  forgotten: post('/auth/forgotten/', {
    says: 'Einen Link für ein neues Passwort an die eigene E-Mail-Adresse senden; die Antwort ist immer die gleiche',
    may: 'everyone',
    hidden: true,
    body: Body({ account: Type.String({ minLength: 1, maxLength: 254 }) }),
    answer: SuccessAnswer,
  }),
}

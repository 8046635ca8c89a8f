// Sign-in at an identity provider of the company (OpenID Connect). Starts and finishes here; in between the
// browser is at the provider.
import { Type } from 'typebox'
import { del, get, post } from './endpoint.ts'
import { Body, DateTime, Id, Nullable, SuccessAnswer, SuccessAnswerWith } from './shapes.ts'

const ProviderParams = Type.Object({ provider: Type.String({ minLength: 1, maxLength: 40 }) })
const UserParams = Type.Object({ user_id: Id })

/** Access of a user that outlasts sessions: API tokens, the calendar address, and linked identity providers. */
const StandingAccess = Type.Object(
  {
    tokens: Type.Array(
      Type.Object({ id: Id, name: Type.String(), expires_at: DateTime, used_at: Nullable(DateTime) }),
    ),
    feed_since: Nullable(DateTime),
    providers: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), made_at: DateTime })),
  },
  { title: 'StandingAccess' },
)

export const providers = {
  begin: post('/auth/providers/{provider}/begin/', {
    says: 'Eine Anmeldung bei einem Anbieter beginnen; die Antwort nennt die Adresse, zu der der Browser gehen soll',
    may: 'everyone',
    hidden: true,
    params: ProviderParams,
    body: Body({
      /** Path in the app to return to; anything else is ignored. */
      return_to: Type.Optional(Type.String({ maxLength: 1_000 })),
      /** Forces a fresh login at the provider: people without a password confirm their identity in this way. */
      again: Type.Optional(Type.Boolean()),
    }),
    answer: SuccessAnswerWith({ url: Type.String() }),
  }),
  finish: post('/auth/providers/{provider}/finish/', {
    says: 'Eine Anmeldung bei einem Anbieter abschließen, mit dem, was er dem Browser mitgegeben hat; setzt das Cookie der Sitzung und beendet die, die der Browser hatte; eine Verbindung, die jemand angemeldet begonnen hat, schließt es ebenso ab',
    may: 'everyone',
    session: 'opens',
    hidden: true,
    params: ProviderParams,
    body: Body({
      /** The query string with which the provider sent the browser back. */
      returned: Type.String({ minLength: 1, maxLength: 8_000 }),
    }),
    answer: SuccessAnswerWith({ return_to: Nullable(Type.String()) }),
  }),
  link: post('/auth/providers/{provider}/link/', {
    says: 'Beginnen, das eigene Konto mit dem bei einem Anbieter zu verbinden; die Antwort nennt die Adresse, zu der der Browser gehen soll',
    may: 'staff',
    hidden: true,
    confirmed: true,
    limit: 'factors',
    params: ProviderParams,
    answer: SuccessAnswerWith({ url: Type.String() }),
  }),
  logout: post('/auth/providers/{provider}/logout/', {
    says: 'Für den Anbieter selbst: jemand hat sich dort abgemeldet; beendet, was von dort kam (OpenID Connect Back-Channel Logout, auch als Formular)',
    may: 'everyone',
    hidden: true,
    params: ProviderParams,
    body: Body({ logout_token: Type.String({ minLength: 1, maxLength: 12_000 }) }),
    answer: SuccessAnswer,
  }),
  own: get('/users/current/identities/', {
    shedFirst: true,
    says: 'Bei welchen Anbietern man sich anmelden kann, und seit wann das eigene Konto mit welchem verbunden ist',
    may: 'staff',
    answer: Type.Object({
      items: Type.Array(
        Type.Object({ key: Type.String(), name: Type.String(), made_at: Nullable(DateTime) }),
      ),
    }),
  }),
  standingAccess: get('/auth/standing_access/', {
    shedFirst: true,
    says: 'Was auch ohne Sitzung weitergilt: die eigenen API-Tokens, die Adresse für den Kalender und die Verbindungen mit Anbietern',
    may: 'staff',
    answer: StandingAccess,
  }),
  unlink: del('/users/current/identities/{provider}/', {
    says: 'Das eigene Konto von dem bei einem Anbieter lösen; beendet die anderen Sitzungen von dort',
    may: 'staff',
    params: ProviderParams,
    answer: SuccessAnswer,
  }),
  ofUser: get('/users/{user_id}/identities/', {
    shedFirst: true,
    says: 'Mit welchen Konten bei Anbietern sich ein Benutzer anmeldet',
    may: 'admin',
    params: UserParams,
    answer: Type.Object({
      items: Type.Array(Type.Object({ name: Type.String(), subject: Type.String(), made_at: DateTime })),
    }),
  }),
  forget: del('/users/{user_id}/identities/', {
    says: 'Die Konten bei Anbietern von einem Benutzer lösen und seine Sitzungen von dort beenden; bei der nächsten Anmeldung wird er neu zugeordnet',
    may: 'admin',
    confirmed: true,
    params: UserParams,
    answer: SuccessAnswer,
  }),
}

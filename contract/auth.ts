import { type Static, Type } from 'typebox'
import { del, get, post } from './endpoint.ts'
import { Body, DateTime, Id, Nullable, SuccessAnswer } from './shapes.ts'

const Password = Type.String({ maxLength: 1000 })

/** One signed-in browser: its name, where it was used last, and whether it is the caller's. */
export const Session = Type.Object(
  {
    id: Id,
    device: Type.String(),
    address: Type.String(),
    created_at: DateTime,
    seen_at: DateTime,
    is_this: Type.Boolean(),
    /** The identity provider that this session was opened with; null for any other way of signing in. */
    via: Nullable(Type.String()),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>
export const Sessions = Type.Object({ items: Type.Array(Session) }, { title: 'Sessions' })

export const auth = {
  login: post('/auth/login/', {
    says: 'Anmelden; setzt das Cookie „session“ und beendet die Sitzung, die der Browser hatte',
    may: 'everyone',
    session: 'opens',
    body: Body({
      username: Type.String({ maxLength: 200 }),
      password: Password,
      /**
       * A code from the authenticator app, or a recovery code. Without it, a login to an account with a
       * second factor is refused with „Code Required“.
       */
      code: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    answer: SuccessAnswer,
  }),
  logout: post('/auth/logout/', {
    says: 'Abmelden; beendet die Sitzung auf dem Server',
    may: 'everyone',
    session: 'ends',
    answer: SuccessAnswer,
  }),
  confirm: post('/auth/confirm/', {
    says: 'Das eigene Passwort bestätigen, wenn ein Aufruf mit „Reauthentication Required“ danach fragt',
    may: 'staff',
    beforeFactor: true,
    body: Body({ password: Password }),
    answer: SuccessAnswer,
  }),
  sessions: get('/auth/sessions/', {
    shedFirst: true,
    says: 'Die eigenen Sitzungen',
    may: 'staff',
    answer: Sessions,
  }),
  endSession: del('/auth/sessions/{session_id}/', {
    says: 'Eine eigene Sitzung beenden',
    may: 'staff',
    params: Type.Object({ session_id: Id }),
    answer: SuccessAnswer,
  }),
  endOtherSessions: del('/auth/sessions/', {
    says: 'Alle eigenen Sitzungen beenden, außer der, die fragt',
    may: 'staff',
    answer: SuccessAnswer,
  }),
}

import { Type } from 'typebox'
import { post } from './endpoint.ts'
import { Body, Done } from './shapes.ts'

export const auth = {
  login: post('/auth/login/', {
    says: 'Anmelden; setzt das Cookie „session“',
    may: 'everyone',
    body: Body({ username: Type.String({ maxLength: 200 }), password: Type.String({ maxLength: 1000 }) }),
    answer: Done,
  }),
  logout: post('/auth/logout/', {
    says: 'Abmelden; beendet die Sitzung auf dem Server',
    may: 'everyone',
    answer: Done,
  }),
}

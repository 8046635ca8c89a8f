import { Type } from 'typebox'
import { get } from './endpoint.ts'
import { Nullable, TextAnswer } from './shapes.ts'

const Health = Type.Object({ status: Type.Literal('ok') })

export const status = {
  status: get('/status/', {
    says: 'Name der Anwendung, Kennung des Browserteils und laufende Fassung',
    may: 'everyone',
    answer: Type.Object({
      name: Type.String(),
      /** Address of the company's logo, or null. */
      logo: Nullable(Type.String()),
      hash: Type.String(),
      version: Type.String(),
      /** True if „Passwort vergessen“ can send a mail. */
      can_mail: Type.Boolean(),
      /** Identity providers to sign in with. */
      providers: Type.Array(Type.Object({ key: Type.String(), name: Type.String() })),
    }),
  }),
  // Stays 200 under overload: a proxy that removed a busy server would move its load to the others.
  live: get('/health/live', { says: 'Der Server läuft', may: 'everyone', answer: Health }),
  metrics: get('/metrics', {
    says: 'Zahlen für die Überwachung: von der Maschine selbst, sonst mit METRICS_TOKEN',
    may: 'everyone',
    hidden: true,
    answer: TextAnswer('text/plain; version=0.0.4; charset=utf-8'),
  }),
  ready: get('/health/ready', {
    says: 'Der Server kann Anfragen bedienen',
    may: 'everyone',
    answer: Health,
  }),
}

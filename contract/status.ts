import { Type } from 'typebox'
import { get } from './endpoint.ts'
import { Nullable, Text } from './shapes.ts'

const Health = Type.Object({ status: Type.Literal('ok') })

export const status = {
  status: get('/status/', {
    says: 'Name der Anwendung, Kennung des Browserteils und laufende Fassung',
    may: 'everyone',
    answer: Type.Object({
      name: Type.String(),
      /** Where the company's logo lies; null while it has none. */
      logo: Nullable(Type.String()),
      hash: Type.String(),
      version: Type.String(),
      /** Whoever has forgotten their password can have a link sent. */
      can_mail: Type.Boolean(),
      /** Where else one can sign in. */
      providers: Type.Array(Type.Object({ key: Type.String(), name: Type.String() })),
    }),
  }),
  // A server that has much to do has not gone: whoever takes it out for that leaves its people to the others.
  live: get('/health/live', { says: 'Der Server läuft', may: 'everyone', answer: Health }),
  metrics: get('/metrics', {
    says: 'Zahlen für die Überwachung: von der Maschine selbst, sonst mit METRICS_TOKEN',
    may: 'everyone',
    hidden: true,
    answer: Text('text/plain; version=0.0.4; charset=utf-8'),
  }),
  ready: get('/health/ready', {
    says: 'Der Server kann Anfragen bedienen',
    may: 'everyone',
    answer: Health,
  }),
}

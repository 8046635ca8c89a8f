import { type Static, Type } from 'typebox'
import { del, get, post, put } from './endpoint.ts'
import { Body, DateTime, Id, Nullable, SuccessAnswer } from './shapes.ts'

const QuietHour = Nullable(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }))

/** Notification settings of a person. Quiet hours have both bounds or neither. */
const preferences = {
  quiet_from: QuietHour,
  quiet_until: QuietHour,
  recorder_duty: Type.Boolean(),
  new_document: Type.Boolean(),
}
export const PushPreferences = Type.Object(
  {
    ...preferences,
    /** Reminder on the next morning if times of a team that the person records are missing. */
    missing_times: Type.Boolean(),
  },
  { title: 'PushPreferences' },
)
export type PushPreferences = Static<typeof PushPreferences>

export const PushDevice = Type.Object(
  {
    id: Id,
    device: Type.String(),
    created_at: DateTime,
    delivered_at: Nullable(DateTime),
    /** True for the calling device. */
    is_this: Type.Boolean(),
  },
  { title: 'PushDevice' },
)
export type PushDevice = Static<typeof PushDevice>

export const push = {
  subscribe: post('/users/current/pushsubscription/', {
    says: 'Dieses Gerät für Benachrichtigungen anmelden',
    may: 'staff',
    body: Body({
      endpoint: Type.String({ minLength: 1, maxLength: 1_000 }),
      expirationTime: Nullable(Type.Number()),
      keys: Type.Record(Type.String({ maxLength: 50 }), Type.String({ maxLength: 200 }), {
        maxProperties: 10,
      }),
    }),
    answer: SuccessAnswer,
  }),
  devices: get('/users/current/pushsubscriptions/', {
    shedFirst: true,
    says: 'Die eigenen Geräte, die benachrichtigt werden',
    may: 'staff',
    answer: Type.Object({ items: Type.Array(PushDevice) }),
  }),
  remove: del('/users/current/pushsubscriptions/{subscription_id}/', {
    says: 'Ein eigenes Gerät nicht mehr benachrichtigen',
    may: 'staff',
    params: Type.Object({ subscription_id: Id }),
    answer: SuccessAnswer,
  }),
  test: post('/users/current/pushsubscription/test/', {
    says: 'Eine Nachricht zur Probe an die eigenen Geräte',
    may: 'staff',
    limit: 'push_tests',
    answer: SuccessAnswer,
  }),
  preferences: get('/users/current/pushwishes/', {
    says: 'Worüber man benachrichtigt werden will, und wann nicht',
    may: 'staff',
    answer: PushPreferences,
  }),
  setPreferences: put('/users/current/pushwishes/', {
    says: 'Festlegen, worüber man benachrichtigt werden will, und wann nicht',
    may: 'staff',
    /** If absent, `missing_times` stays unchanged. */
    body: Body({ ...preferences, missing_times: Type.Optional(Type.Boolean()) }),
    answer: SuccessAnswer,
  }),
}

import { audit } from '#server/audit/audit.ts'
import { deviceName } from '#server/auth/device-name.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { knownEndpoint } from './address.ts'
import { areValidKeys } from './encrypt.ts'
import { pushSentences } from './sentences.ts'
import {
  deleteDevice,
  findPreferences,
  hasSubscription,
  listDevices,
  type PreferenceChanges,
  putSubscription,
  setPreferences,
} from './store.ts'

type DeviceSubscription = { endpoint: string; keys: Record<string, string> }

/** Registers a device, or moves it to the person now signed in on it. */
export function subscribe(
  kontor: Kontor,
  by: Caller,
  { endpoint, keys }: DeviceSubscription,
  agent: string | undefined,
) {
  const { p256dh = '', auth = '' } = keys
  if (!knownEndpoint(endpoint)) throw refuseInvalid(['body', 'endpoint'], pushSentences.serviceUnknown)
  if (!areValidKeys({ p256dh, auth })) throw refuseInvalid(['body', 'keys'], pushSentences.keysUnreadable)
  const device = deviceName(agent)
  return inCallerTransaction(kontor, by, async (tx) => {
    const isKnown = await hasSubscription(tx, by.id, endpoint)
    await putSubscription(tx, {
      user_id: by.id,
      session_id: by.session_id,
      endpoint,
      p256dh,
      auth,
      device,
    })
    // The app repeats the call whenever it is opened, so only the first call is audited.
    if (!isKnown) await audit(tx, by.id, 'push.subscribe', { device })
  })
}

export async function readDevices({ db }: Kontor, by: Caller) {
  const devices = await listDevices(db, by.id)
  return {
    items: devices.map(({ session_id, ...device }) => ({
      ...device,
      is_this: session_id === by.session_id,
    })),
  }
}

export function removeDevice(kontor: Kontor, by: Caller, id: number) {
  return inCallerTransaction(kontor, by, async (tx) => {
    if (!(await deleteDevice(tx, by.id, id))) throw refuse('not_found', pushSentences.deviceIsGone)
    await audit(tx, by.id, 'push.remove', { subscription_id: id })
  })
}

export const readPreferences = ({ db }: Kontor, by: Caller) => findPreferences(db, by.id)

export async function changePreferences(kontor: Kontor, by: Caller, preferences: PreferenceChanges) {
  if ((preferences.quiet_from === null) !== (preferences.quiet_until === null))
    throw refuseInvalid(['body', 'quiet_until'], pushSentences.quietIsHalf)
  if (preferences.quiet_from !== null && preferences.quiet_from === preferences.quiet_until)
    throw refuseInvalid(['body', 'quiet_until'], pushSentences.quietIsEmpty)
  await inCallerTransaction(kontor, by, async (tx) => {
    await setPreferences(tx, by.id, preferences)
    await audit(tx, by.id, 'push.wishes')
  })
}

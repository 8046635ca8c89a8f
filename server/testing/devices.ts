// Browsers that want to be notified, with real keys and endpoints that lead nowhere.
import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import type { Client } from './app.ts'

let lastDeviceNumber = 0

/** A subscription as a browser registers it. */
export function newDevice(service = 'fcm.googleapis.com') {
  const keys = createECDH('prime256v1')
  return {
    endpoint: `https://${service}/send/device-${++lastDeviceNumber}`,
    expirationTime: null,
    keys: { p256dh: keys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  }
}

/** Registers a device for the signed-in client. */
export async function registerDevice(who: Client, service?: string) {
  const device = newDevice(service)
  assert.equal((await who.send('POST', '/users/current/pushsubscription/', device)).status, 200)
  return device
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

test('the demo lives in every zone that the settings take, also in one with a newer or a short name', async () => {
  for (const [given, zone] of [
    ['UTC', 'UTC'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['', 'Europe/Berlin'],
    ['Mond', 'Europe/Berlin'],
  ] as const) {
    process.env['TIME_ZONE'] = given
    assert.deepEqual({ ...(await import(`./zone.ts?${given}`)) }, { zone })
  }
})

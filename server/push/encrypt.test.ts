import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { areValidKeys, encryptMessage } from './encrypt.ts'

// The example of RFC 8291, appendix A.
const example = {
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  own: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a message is sealed as the standard’s own example shows', () => {
  const own = createECDH('prime256v1')
  own.setPrivateKey(Buffer.from(example.own, 'base64url'))
  const salt = Buffer.from(example.salt, 'base64url')
  const sealed = encryptMessage(Buffer.from('When I grow up, I want to be a watermelon'), example.keys, {
    own,
    salt,
  })
  assert.equal(sealed.toString('base64url'), example.sealed)
})

test('keys are a point on the curve and sixteen bytes, and nothing else breaks anything', () => {
  assert.ok(areValidKeys(example.keys))
  for (let tried = 0; tried < 2_000; tried++) {
    const keys = {
      p256dh: Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    assert.equal(areValidKeys(keys), false)
  }
  for (const keys of [
    { p256dh: '', auth: '' },
    { ...example.keys, auth: 'zu-kurz' },
    { ...example.keys, p256dh: example.keys.p256dh.slice(1) },
    { ...example.keys, p256dh: `${example.keys.p256dh}<script>` },
  ])
    assert.equal(areValidKeys(keys), false)
})

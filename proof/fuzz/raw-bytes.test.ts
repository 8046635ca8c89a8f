// Connections that send invalid HTTP. The long run is `npm run proof`.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { wholeServer } from '#measure/whole-server.ts'
import { throwBytes } from './raw-bytes.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)

test(`after 300 connections with broken bytes the next request is answered (seed ${seed})`, async () => {
  assert.equal(await throwBytes(whole.port, { count: 300, seed }), 300)
})

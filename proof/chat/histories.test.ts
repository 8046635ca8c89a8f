import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveThrough } from './histories.ts'

const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)

test(`whoever names a tag is answered what the database says, on two servers, whatever happens (seed ${seed})`, async () => {
  const { histories } = await liveThrough(5, seed)
  assert.equal(histories, 5)
})

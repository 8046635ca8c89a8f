import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendHostileImages } from './hostile-images.ts'

const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)

test(`whatever is sent as an image, only images are served (seed ${seed})`, async () => {
  const { files, taken, extraMb, hungriest } = await sendHostileImages(120, seed)
  assert.ok(files === 120 && taken > 20)
  // This process holds the files and asks for them, too.
  assert.ok(extraMb < 400, `${extraMb} MB at ${hungriest}`)
})

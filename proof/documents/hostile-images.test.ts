// Each known kind of hostile file, and some damaged ones. Many files, heavy ones, and their memory: `npm run
// proof -- images`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendHostileImages } from './hostile-images.ts'

const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)

test(`whatever is sent as an image, only images are served (seed ${seed})`, async () => {
  const { files, taken } = await sendHostileImages(30, seed)
  assert.ok(files >= 30 && taken > 5)
})

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { ChildPool, type ChildType } from '#server/children/child-pool.ts'
import { Refused } from '#server/http/errors.ts'
import { tinyPng } from '#server/testing/images.ts'
import { until } from '#server/testing/until.ts'
import { ImageProcessor } from './drawing.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-drawing-'))
const childPool = new ChildPool()
const drawings: ImageProcessor[] = []
after(async () => {
  for (const drawing of drawings) drawing.close()
  await childPool.close()
  rmSync(folder, { recursive: true })
})

/** An `ImageProcessor` whose children read the job and then run this code. */
function drawingWith(work: string, settings: Partial<ChildType> = {}) {
  const file = join(folder, `child-${drawings.length}.ts`)
  const loop = JSON.stringify(join(import.meta.dirname, '../children/job-loop.ts'))
  writeFileSync(
    file,
    `import { doJobs } from ${loop}
    await doJobs(async function* (input) {
      await input[Symbol.asyncIterator]().next()
      ${work}
    })`,
  )
  return opened({ file, flags: [], deadline: 20_000, idle: 60_000, ...settings })
}
function opened(kind?: ChildType) {
  const drawing = new ImageProcessor(childPool, kind)
  drawings.push(drawing)
  return drawing
}
const unavailable = (sentence: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refused, String(error))
  assert.equal(error.code, 'unavailable')
  assert.match(error.message, sentence)
  return true
}

test('an image is drawn beside the server, small too where that is wanted, one after another by the same child', async () => {
  const drawing = opened()
  const sent = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  for (let nr = 0; nr < 3; nr++) {
    const drawn = await drawing.draw(sent, { small: true })
    assert.equal(drawn?.type, 'image/jpeg')
    const sizes = await Promise.all([drawn.bytes, drawn.small].map((bytes) => sharp(bytes).metadata()))
    assert.deepEqual(
      sizes.map(({ width, height }) => [width, height]),
      [
        [900, 600],
        [480, 320],
      ],
    )
  }
  assert.equal((await drawing.draw(sent))?.small, undefined)
})

test('what does not begin like an image reaches no decoder, and what only begins like one is none', async () => {
  const impossible: ChildType = { file: 'no\0file', flags: [], deadline: 20_000 }
  assert.equal(await opened(impossible).draw(Buffer.from('<svg onload="alert(1)"/>')), undefined)
  const drawing = opened()
  assert.equal(await drawing.draw(tinyPng.subarray(0, 30)), undefined)
  assert.equal((await drawing.draw(tinyPng))?.type, 'image/png')
})

test('a decoder that breaks, hangs or cannot be started ends its own image alone, with a sentence', async () => {
  const dead = drawingWith('process.kill(process.pid, "SIGSEGV"); await new Promise(() => {})')
  await assert.rejects(dead.draw(tinyPng), unavailable(/ließ sich nicht verarbeiten/))
  const hanging = drawingWith('await new Promise((done) => setTimeout(done, 60_000))', { deadline: 50 })
  await assert.rejects(hanging.draw(tinyPng), unavailable(/nicht rechtzeitig fertig/))
  const impossible = opened({ file: 'no\0file', flags: [], deadline: 20_000 })
  await assert.rejects(impossible.draw(tinyPng), unavailable(/ließ sich nicht verarbeiten/))
  assert.equal((await opened().draw(tinyPng))?.type, 'image/png')
})

test('images that come at once are drawn one after another, and none is lost', async () => {
  const log = join(folder, 'one-after-another')
  const drawing = drawingWith(
    `const { appendFileSync } = await import('node:fs')
    appendFileSync(${JSON.stringify(log)}, 'begin ')
    await new Promise((done) => setTimeout(done, 20))
    appendFileSync(${JSON.stringify(log)}, 'end ')`,
  )
  await Promise.all(Array.from({ length: 3 }, () => drawing.draw(tinyPng)))
  assert.equal(readFileSync(log, 'utf8'), 'begin end begin end begin end ')
})

test('when the server ends, what is being drawn ends with a sentence, and nothing is begun', async () => {
  const begun = join(folder, 'begun')
  const drawing = drawingWith(
    `const { writeFileSync } = await import('node:fs')
    writeFileSync(${JSON.stringify(begun)}, '')
    await new Promise((done) => setTimeout(done, 60_000))`,
  )
  const waiting = assert.rejects(drawing.draw(tinyPng), unavailable(/wird gerade beendet/))
  await until(() => existsSync(begun))
  drawing.close()
  await waiting
  await assert.rejects(drawing.draw(tinyPng), unavailable(/wird gerade beendet/))
})

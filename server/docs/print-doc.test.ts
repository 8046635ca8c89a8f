import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { checkbox, number, paragraph, processOf } from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import type { PrintedDocument } from '#server/exports/pdf/input.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const clara = await app.as(cast.clara)
const anna = await app.as(cast.anna)

const doc_id = Number((await clara.send('POST', '/docs/', { name: 'Unterweisung' })).body['doc_id'])
await clara.send('PATCH', `/docs/${doc_id}/`, {
  content: processOf(paragraph(number('Zahl'), checkbox('Haken'))),
})
await clara.send('PUT', `/docs/${doc_id}/status/`, { status: 'Aktiv' })
await clara.send('PUT', `/docs/${doc_id}/visibility/public/`, { public: true })

/** Input of the typesetter. */
async function printed(query: Record<string, string> = {}): Promise<PrintedDocument> {
  const print = mock.method(app.kontor.exports, 'documentPdf', async () => Buffer.from('%PDF-'))
  await anna.get(`/docs/${doc_id}.pdf`, { query })
  const [call] = print.mock.calls
  print.mock.restore()
  return call?.arguments[1] as PrintedDocument
}

test('a PDF of what nobody has filled in names nobody, so that it can be handed out', async () => {
  const { filled_in, signature } = await printed()
  assert.deepEqual([filled_in, signature], [undefined, undefined])
})

test('a PDF of one’s own answers says whose they are and when the last was entered, until all are taken back', async () => {
  const path = `/docs/${doc_id}/currentuserdata/`
  const before = Date.now()
  await anna.send('PATCH', path, { data: { Zahl: 12 } })
  const { filled_in, signature } = await printed()
  assert.equal(filled_in?.by, `${cast.anna.vorname} ${cast.anna.nachname}`)
  assert.ok(Math.abs((filled_in?.at.getTime() ?? 0) - before) < 600_000)
  assert.equal(signature, undefined)
  await anna.send('PATCH', path, { data: { Zahl: null } })
  assert.equal((await printed()).filled_in, undefined)
})

test('a line to sign on is there on request, with the name below', async () => {
  assert.equal((await printed({ signature: '1' })).signature, `${cast.anna.vorname} ${cast.anna.nachname}`)
})

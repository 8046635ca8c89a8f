import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FastifyReply } from 'fastify'
import { setAttachmentHeader } from './file-name.ts'

function headerOf(name: string): string {
  let header = ''
  const reply = { header: (_: string, value: string) => (header = value) }
  setAttachmentHeader(reply as unknown as FastifyReply, name, 'pdf')
  return header
}
const nameIn = (header: string) => decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] as string)

test('a file has the name that it was given, also with umlauts and emoji', () => {
  const header = headerOf('Prüfung „Größe“ 👍')
  assert.equal(nameIn(header), 'Prüfung „Größe“ 👍.pdf')
  assert.match(header, /^attachment; filename="Pruefung _Groesse_ _\.pdf"; /)
})

test('a name is cleaned of what a file system takes for something else', () => {
  assert.equal(nameIn(headerOf('../etc/passwd')), 'etc passwd.pdf')
  assert.equal(nameIn(headerOf('a\r\nSet-Cookie: x=1')), 'a Set-Cookie x=1.pdf')
  assert.equal(nameIn(headerOf('CON')), '_CON.pdf')
  assert.equal(nameIn(headerOf('rechts\u202efdp.exe')), 'rechts fdp.exe.pdf')
  assert.equal(nameIn(headerOf(' \u0000 ')), 'Datei.pdf')
})

test('no name can end the header or add to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const header = headerOf(name)
      assert.match(
        header,
        /^attachment; filename="[\x20!#$&(-[\]-~]+\.pdf"; filename\*=UTF-8''[\w%!#$&+.^`|~-]+$/,
      )
      assert.ok(header.length < 4_000)
      assert.ok(nameIn(header).endsWith('.pdf'))
    }),
    { numRuns: 300 },
  )
})

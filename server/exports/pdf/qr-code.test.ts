import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qrCodeSvg } from './qr-code.ts'

test('the drawing of a code has a white edge of four modules and its first corner, and nothing of the text in it', () => {
  const drawing = qrCodeSvg('https://kontor.example/ui/invitation#AAECAwQFBgcICQoLDA0ODw')
  assert.match(drawing, /^<svg [^>]+ viewBox="0 0 41 41"><path fill="#fff" d="M0 0h41v41h-41z"\/>/)
  assert.match(drawing, /<path d="M4 4h7v1h-7z/)
  assert.ok(!drawing.includes('kontor'))
})

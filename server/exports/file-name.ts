// The name under which a browser saves an answer (RFC 6266): once in ASCII, once as it is.
import type { FastifyReply } from 'fastify'
import { withoutEnd } from '#contract/document/without-end.ts'

const LONGEST = 120
/** Characters that a file system or a header could misread, also those that turn the direction of writing. */
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}<>:"/\\|?*\ufffd]+/gu
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const spelled: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' }

export function attachment(reply: FastifyReply, name: string, extension: 'xlsx' | 'pdf' | 'json' | 'csv') {
  const clean = cleaned(name)
  const plain = `${ascii(clean) || 'Datei'}.${extension}`
  reply.header(
    'content-disposition',
    `attachment; filename="${plain}"; filename*=UTF-8''${encoded(`${clean}.${extension}`)}`,
  )
}

function cleaned(name: string): string {
  const plain = name.toWellFormed().normalize('NFC').replace(unwanted, ' ').replace(/\s+/g, ' ')
  const short = withoutEnd(
    plain
      .slice(0, LONGEST)
      .toWellFormed()
      .replace(/^[\s.]+/, ''),
    ' .\ufffd',
  )
  if (short === '') return 'Datei'
  return reserved.test(short) ? `_${short}` : short
}

/** A percent sign would be read as the beginning of an encoded character by some. */
const ascii = (name: string) =>
  name
    .replace(/[äöüÄÖÜß]/g, (letter) => spelled[letter] as string)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|[%'"\\]/gu, '_')

const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

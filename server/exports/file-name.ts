// File name of a download (RFC 6266): an ASCII fallback, and the full name in UTF-8.
import type { FastifyReply } from 'fastify'
import { stripEnd } from '#contract/document/without-end.ts'

const MAX_FILE_NAME_LENGTH = 120
/** Characters unsafe in file systems or headers, including bidirectional controls. */
const unwantedCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}<>:"/\\|?*\ufffd]+/gu
const reservedNames = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const umlautSpellings: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
}

export function setAttachmentHeader(
  reply: FastifyReply,
  name: string,
  extension: 'xlsx' | 'pdf' | 'json' | 'csv',
) {
  const clean = cleanFileName(name)
  const plain = `${toAscii(clean) || 'Datei'}.${extension}`
  reply.header(
    'content-disposition',
    `attachment; filename="${plain}"; filename*=UTF-8''${percentEncode(`${clean}.${extension}`)}`,
  )
}

function cleanFileName(name: string): string {
  const plain = name.toWellFormed().normalize('NFC').replace(unwantedCharacters, ' ').replace(/\s+/g, ' ')
  const short = stripEnd(
    plain
      .slice(0, MAX_FILE_NAME_LENGTH)
      .toWellFormed()
      .replace(/^[\s.]+/, ''),
    ' .\ufffd',
  )
  if (short === '') return 'Datei'
  return reservedNames.test(short) ? `_${short}` : short
}

/**
 * Spells umlauts in ASCII and replaces the rest. A percent sign is replaced too, since some programs would decode
 * it.
 */
const toAscii = (name: string) =>
  name
    .replace(/[äöüÄÖÜß]/g, (letter) => umlautSpellings[letter] as string)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|[%'"\\]/gu, '_')

const percentEncode = (name: string) =>
  encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

import { refuseInvalid } from '#server/http/errors.ts'
import { isMailAddress } from '#server/mail/address.ts'
import { userSentences } from './sentences.ts'

/** Normalises a typed address; empty means none. Addresses may be shared: a ticket office has one mailbox. */
export function readEmail(typed: string | null | undefined): string | null {
  const email = typed?.normalize('NFC').trim() ?? ''
  if (email === '') return null
  if (!isMailAddress(email)) throw refuseInvalid(['body', 'email'], userSentences.emailUnreadable, 'format')
  return email
}

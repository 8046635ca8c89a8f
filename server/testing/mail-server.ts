// A real mail server for tests. It stores the mails that it receives. It can be started without encryption or
// with a certificate that nobody trusts, and be stopped for a while.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { localhostTls } from './certificate.ts'

type ReceivedMail = { to: string[]; text: string }

type Options = {
  port?: number
  secure?: boolean
  /** Uses the library's own self-signed certificate. */
  isForeign?: boolean
  isPlain?: boolean
  /** An address whose mails the server refuses. */
  unknown?: string
}

export async function startMailServer({
  port = 0,
  secure = false,
  isForeign,
  isPlain,
  unknown,
}: Options = {}) {
  const received: ReceivedMail[] = []
  const options: SMTPServerOptions = {
    secure,
    ...(!isForeign && localhostTls),
    ...(isPlain && { disabledCommands: ['STARTTLS'] }),
    authOptional: true,
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      if (address !== unknown) return done()
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ to, text: decodeQuotedPrintable(Buffer.concat(pieces).toString('latin1')) })
        done()
      })
    },
  }
  const server = new SMTPServer(options)
  // Clients that do not trust the server break the connection off.
  server.on('error', () => {})
  server.listen(port, 'localhost')
  await once(server.server, 'listening')
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((stopped) => server.close(() => stopped())),
  }
}

/** Decodes quoted-printable. */
const decodeQuotedPrintable = (raw: string) =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

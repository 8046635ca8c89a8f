// A real mail server for tests: keeps what it is sent, and can be without encryption, with a certificate that nobody
// trusts, or away for a while.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { ofLocalhost } from './certificate.ts'

type ReceivedMail = { to: string[]; text: string }

type Options = {
  port?: number
  secure?: boolean
  /** Uses the library's own self-signed certificate. */
  isForeign?: boolean
  isPlain?: boolean
  /** Addresses that it does not take. */
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
    ...(!isForeign && ofLocalhost),
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
        received.push({ to, text: plainText(Buffer.concat(pieces).toString('latin1')) })
        done()
      })
    },
  }
  const server = new SMTPServer(options)
  // Clients that will not talk to it go away in the middle of a word.
  server.on('error', () => {})
  server.listen(port, 'localhost')
  await once(server.server, 'listening')
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((stopped) => server.close(() => stopped())),
  }
}

/** Quoted-printable, as it was written. */
const plainText = (raw: string) =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

// A real mail server for tests: keeps what it is sent, and can be without encryption, with a certificate that nobody trusts,
// or away for a while.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { to: string[]; text: string }

/** Of `localhost`, for tests alone: its key is known to everybody. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxsSlqIBzcJl26PCj
TJFNchdO0KaAcMOGyxClcTX+ISGhRANCAAQWAxUJQTrSkLXtV1FM9FtBab5t234u
paFVocbAcVYeJu2ccdq2xRPbLe3ETBVJId6GEQFfHvM+vLrwk6k6MQ63
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUShDK2C0VzWTONb8yOpfczM2fCvwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE2NTMwOFoYDzIxMjYxMDI5
MTY1MzA4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQWAxUJQTrSkLXtV1FM9FtBab5t234upaFVocbAcVYeJu2ccdq2xRPb
Le3ETBVJId6GEQFfHvM+vLrwk6k6MQ63o2kwZzAdBgNVHQ4EFgQU16n3VflLyRwP
2vZvQXE+2pCEvnQwHwYDVR0jBBgwFoAU16n3VflLyRwP2vZvQXE+2pCEvnQwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAJRyI13NWvajXR5i3vHSGZZgry3dQvpOhMOCyNHTrXt+AiAIXsUNTdXd
qoyMNO/xguNLkwz3AjO58lI1a3L8hO2SCw==
-----END CERTIFICATE-----`

type Options = {
  port?: number
  secure?: boolean
  /** With the certificate that the server brings along, which nobody has signed. */
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
  const received: Received[] = []
  const options: SMTPServerOptions = {
    secure,
    ...(!isForeign && { key, cert: certificate }),
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

/** From here on this process trusts the certificate of `localhost`, beside all others. */
export const trustMailServer = () =>
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate])

/** Quoted-printable, as it was written. */
const plainText = (raw: string) =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

import type { FastifyReply } from 'fastify'

/** Aborts when the response closes: because the client has disconnected, or after everything was sent. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new Error('the browser no longer waits')))
  return gone.signal
}

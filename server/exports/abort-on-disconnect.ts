import type { FastifyReply } from 'fastify'

/** Aborts when the client disconnects. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new Error('the browser no longer waits')))
  return gone.signal
}

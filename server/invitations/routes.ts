import type { FastifyInstance } from 'fastify'
import { invitations } from '#contract/invitations.ts'
import { originOf } from '#server/http/security.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { acceptLink, readLink } from './accept.ts'
import { askForReset } from './forgotten.ts'
import { invite, readOverview } from './invite.ts'

export function invitationRoutes(app: FastifyInstance, kontor: Kontor) {
  const { sessions } = app
  serve(app, invitations, {
    overview: ({ request }) => readOverview(kontor, originOf(kontor.config, request)),
    make: ({ caller, body, request }) =>
      invite(kontor, caller, { ...body, origin: originOf(kontor.config, request) }),
    open: ({ body, request }) => readLink(kontor, body.token, request.address),
    accept: async ({ body, request, reply }) => {
      const token = await acceptLink(kontor, {
        ...body,
        ...sessions.arrivalOf(request),
      })
      if (token !== undefined) sessions.begin(reply, token)
      return { is_signed_in: token !== undefined }
    },
    forgotten: ({ body, request }) => askForReset(kontor, body.account, request.address),
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invitations } from '#contract/invitations.ts'
import { done, serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { acceptLink, openLink } from './accept.ts'
import { askForReset } from './forgotten.ts'
import { invite, readOverview } from './invite.ts'

export function invitationRoutes(app: FastifyInstance, kontor: Kontor) {
  const { sessions } = app
  serve(app, invitations, {
    overview: ({ request }) => readOverview(kontor, originOf(request)),
    make: async ({ caller, body, request }) => ({
      ...done,
      ...(await invite(kontor, caller, { ...body, origin: originOf(request) })),
    }),
    open: async ({ body, request }) => ({
      ...done,
      ...(await openLink(kontor, body.token, request.address)),
    }),
    accept: async ({ body, request, reply }) => {
      const token = await acceptLink(kontor, {
        ...body,
        ...sessions.arrivalOf(request),
      })
      if (token !== undefined) sessions.begin(reply, token)
      return { ...done, is_signed_in: token !== undefined }
    },
    forgotten: async ({ body, request }) => {
      await askForReset(kontor, body.account, request.address)
      return done
    },
  })
}

const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

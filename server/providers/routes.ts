import type { FastifyInstance } from 'fastify'
import { providers as calls } from '#contract/providers.ts'
import { isPublicUrlHttps } from '#server/auth/sessions.ts'
import { createBrowserSecret } from '#server/http/access.ts'
import { refuse } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { backChannelLogout } from './back-channel-logout.ts'
import { beginSignIn } from './begin.ts'
import { finishSignIn } from './finish.ts'
import { forgetIdentities, readIdentities } from './identities.ts'
import { beginLink, readOwnIdentities, unlinkAccount } from './link-account.ts'
import { Providers } from './provider.ts'
import { readStandingAccess } from './read-standing-access.ts'
import { SIGN_IN_SECONDS } from './secrets.ts'

export function providerRoutes(app: FastifyInstance, kontor: Kontor) {
  const { sessions } = app
  const providers = new Providers(kontor)
  const secret = createBrowserSecret('sign-in', {
    seconds: SIGN_IN_SECONDS,
    isSecure: isPublicUrlHttps(kontor.config),
  })
  const { logout, ...others } = calls
  serve(app, others, {
    begin: async ({ params, body, request, reply }) => {
      const provider = providers.get(params.provider)
      const { url, token } = await beginSignIn(kontor, provider, {
        returnTo: body.return_to,
        again: body.again,
        address: request.address,
      })
      secret.give(reply, token)
      return { url }
    },
    finish: async ({ params, body, request, reply }) => {
      const { token, returnTo } = await finishSignIn(kontor, providers.get(params.provider), {
        token: secret.read(request.headers.cookie),
        returned: body.returned,
        ...sessions.arrivalOf(request),
      })
      if (token !== undefined) sessions.begin(reply, token)
      secret.give(reply, '')
      return { return_to: returnTo }
    },
    link: async ({ caller, params, request, reply }) => {
      const { url, token } = await beginLink(kontor, caller, providers.get(params.provider), request.address)
      secret.give(reply, token)
      return { url }
    },
    own: ({ caller }) => readOwnIdentities(kontor, caller),
    standingAccess: ({ caller }) => readStandingAccess(kontor, caller),
    unlink: ({ caller, params }) => unlinkAccount(kontor, caller, providers.get(params.provider)),
    ofUser: ({ params }) => readIdentities(kontor, params.user_id),
    forget: ({ caller, params }) => forgetIdentities(kontor, caller, params.user_id),
  })
  // The only call with a form body (OpenID Connect Back-Channel Logout).
  app.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, readForm)
    serve(
      own,
      { logout },
      {
        logout: ({ params, body, request }) =>
          backChannelLogout(kontor, providers.get(params.provider), body.logout_token, request.address),
      },
    )
  })
}

/** Reads `logout_token` alone: the standard requires to ignore unknown fields. */
function readForm(
  _request: unknown,
  text: string | Buffer,
  answer: (error: Error | null, body?: unknown) => void,
) {
  const [token, ...others] = new URLSearchParams(String(text)).getAll('logout_token')
  if (token === undefined || others.length > 0) return answer(refuse('bad_request'))
  answer(null, { logout_token: token })
}

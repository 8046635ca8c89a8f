import { queryOptions } from '@tanstack/react-query'
import type { TokenScope } from '#contract/tokens.ts'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { ask } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'

export const tokensQuery = queryOptions({
  queryKey: ['integrations', 'tokens'],
  queryFn: ({ signal }) => ask('GET', '/tokens/', { signal }),
  refetchInterval: pollEvery(15_000),
})

const invalidateTokens = () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })

/** Returns the secret token. The server does not return it again. */
export async function makeToken(body: { name: string; scopes: TokenScope[]; days: number }): Promise<string> {
  const { token } = await ask('POST', '/tokens/', { body })
  await invalidateTokens()
  return token
}

export async function revokeToken(token_id: number) {
  await ask('DELETE', '/tokens/{token_id}/', { params: { token_id } })
  await invalidateTokens()
}

export const webhooksQuery = queryOptions({
  queryKey: ['integrations', 'webhooks'],
  queryFn: ({ signal }) => ask('GET', '/webhooks/', { signal }),
  refetchInterval: pollEvery(5_000),
})

export const deliveriesQuery = (webhook_id: number) =>
  queryOptions({
    queryKey: ['integrations', 'webhooks', webhook_id],
    queryFn: ({ signal }) =>
      ask('GET', '/webhooks/{webhook_id}/deliveries/', { params: { webhook_id }, signal }),
    refetchInterval: pollEvery(3_000),
  })

/** Also invalidates the deliveries, whose keys begin with this one. */
const invalidateWebhooks = () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })

/** Returns the signing secret. The server does not return it again. */
export async function makeWebhook(body: { address: string; events: WebhookEvent[] }): Promise<string> {
  const { secret } = await ask('POST', '/webhooks/', { body })
  await invalidateWebhooks()
  return secret
}

export async function changeWebhook(
  webhook_id: number,
  body: { address: string; events: WebhookEvent[]; is_active: boolean },
) {
  await ask('PATCH', '/webhooks/{webhook_id}/', { params: { webhook_id }, body })
  await invalidateWebhooks()
}

export async function removeWebhook(webhook_id: number) {
  await ask('DELETE', '/webhooks/{webhook_id}/', { params: { webhook_id } })
  await invalidateWebhooks()
}

export async function testWebhook(webhook_id: number) {
  await ask('POST', '/webhooks/{webhook_id}/test/', { params: { webhook_id } })
  await invalidateWebhooks()
}

export async function resendDelivery(webhook_id: number, delivery_id: number) {
  const params = { webhook_id, delivery_id }
  await ask('POST', '/webhooks/{webhook_id}/deliveries/{delivery_id}/resend/', { params })
  await invalidateWebhooks()
}

import { queryOptions } from '@tanstack/react-query'
import type { PushPreferences } from '#contract/push.ts'
import { ask } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'

export const devicesQuery = queryOptions({
  queryKey: ['push', 'devices'],
  queryFn: ({ signal }) => ask('GET', '/users/current/pushsubscriptions/', { signal }),
  refetchInterval: pollEvery(30_000),
})

/** Quiet hours and kinds of notifications. */
export const preferencesQuery = queryOptions({
  queryKey: ['push', 'preferences'],
  queryFn: ({ signal }) => ask('GET', '/users/current/pushwishes/', { signal }),
})

export const invalidatePush = () => queryClient.invalidateQueries({ queryKey: ['push'] })

export async function setPreferences(preferences: PushPreferences) {
  await ask('PUT', '/users/current/pushwishes/', { body: preferences })
  await invalidatePush()
}

export const sendSubscription = (subscription: PushSubscription) => {
  const { endpoint = '', expirationTime = null, keys = {} } = subscription.toJSON()
  return ask('POST', '/users/current/pushsubscription/', { body: { endpoint, expirationTime, keys } })
}

export async function removeDevice(subscription_id: number) {
  await removeSubscription(subscription_id)
  await invalidatePush()
}

export const removeSubscription = (subscription_id: number) =>
  ask('DELETE', '/users/current/pushsubscriptions/{subscription_id}/', { params: { subscription_id } })

export const sendTestNotification = () => ask('POST', '/users/current/pushsubscription/test/')

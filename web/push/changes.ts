/** What the profile shows and changes of the notifications. */
import { queryOptions } from '@tanstack/react-query'
import type { PushWishes } from '#contract/push.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { devicesQuery } from './queries.ts'
import { standing, switchOff, switchOn } from './this-device.ts'

/** Asked again whenever somebody comes back, perhaps from the browser's settings. */
export const standingQuery = queryOptions({
  queryKey: ['push', 'standing'],
  queryFn: standing,
  networkMode: 'always',
  staleTime: 0,
})

const changed = () => queryClient.invalidateQueries({ queryKey: ['push'] })

export async function addThisDevice(serverKey: string) {
  try {
    await switchOn(serverKey)
  } finally {
    // Also when it failed: the permission may be another one now.
    await changed()
  }
}

/** First on the server: what it went on sending would reach nobody. */
export async function removeThisDevice() {
  const { items } = await queryClient.fetchQuery({ ...devicesQuery, staleTime: 0 })
  for (const { id, is_this } of items) if (is_this) await remove(id)
  await switchOff()
  await changed()
}

export async function removeDevice(subscription_id: number) {
  await remove(subscription_id)
  await changed()
}

const remove = (subscription_id: number) =>
  ask('DELETE', '/users/current/pushsubscriptions/{subscription_id}/', { params: { subscription_id } })

export const sendTest = () => ask('POST', '/users/current/pushsubscription/test/')

export async function setWishes(wishes: PushWishes) {
  await ask('PUT', '/users/current/pushwishes/', { body: wishes })
  await changed()
}

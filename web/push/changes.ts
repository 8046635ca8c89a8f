// What the profile shows of this device, and how it and the others are added and removed.
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#web/query-client.ts'
import { devicesQuery, pushChanged, removeSubscription } from './queries.ts'

/** By the time somebody presses anything it is there. */
const thisDevice = () => import('./this-device.ts')

/** Asked again whenever somebody comes back, perhaps from the browser's settings. */
export const statusQuery = queryOptions({
  queryKey: ['push', 'status'],
  queryFn: async () => (await thisDevice()).readStatus(),
  networkMode: 'always',
  staleTime: 0,
})

export async function addThisDevice(serverKey: string) {
  try {
    const { switchOn } = await thisDevice()
    await switchOn(serverKey)
  } finally {
    // Also when it failed: the permission may be another one now.
    await pushChanged()
  }
}

export async function removeThisDevice() {
  const { switchOff } = await thisDevice()
  await switchOff(async () => {
    const { items } = await queryClient.fetchQuery({ ...devicesQuery, staleTime: 0 })
    for (const { id, is_this } of items) if (is_this) await removeSubscription(id)
  })
  await pushChanged()
}

export async function removeDevice(subscription_id: number) {
  await removeSubscription(subscription_id)
  await pushChanged()
}

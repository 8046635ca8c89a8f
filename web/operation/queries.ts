import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { pollEvery, pollPauseMs } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'

export const operationQuery = queryOptions({
  queryKey: ['operation'],
  queryFn: ({ signal }) => ask('GET', '/operation/', { signal }),
  refetchInterval: pollEvery(15_000),
})

/** Polling interval in ms while a backup runs. */
const POLL_RUNNING_MS = 2_000
const POLL_IDLE_MS = 30_000

export const backupsQuery = queryOptions({
  queryKey: ['operation', 'backups'],
  queryFn: ({ signal }) => ask('GET', '/operation/backups/', { signal }),
  refetchInterval: ({ state }) => pollPauseMs(state, state.data?.is_running ? POLL_RUNNING_MS : POLL_IDLE_MS),
})

/** Sends to the caller's own address if `email` is empty. */
export const sendTestMail = (email: string) =>
  ask('POST', '/operation/test_mail/', { body: { email: email.trim() || null }, takesLong: true })

export async function backUpNow() {
  await ask('POST', '/operation/backups/')
  await queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey })
}

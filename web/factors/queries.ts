import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { afterSignIn } from '#web/auth/queries.ts'
import { queryClient } from '#web/query-client.ts'
import { askForPasskey, createPasskey } from './browser.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['factors', 'passkeys'],
  queryFn: ({ signal }) => ask('GET', '/passkeys/', { signal }),
})

export const codesQuery = queryOptions({
  queryKey: ['factors', 'codes'],
  queryFn: ({ signal }) => ask('GET', '/factors/', { signal }),
})

export const factorsOfUserQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['users', 'factors', user_id],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/factors/', { params: { user_id }, signal }),
  })

/** Refetches the sessions, too, since turning on codes ends the other ones. */
const invalidateFactors = () =>
  Promise.all(
    [['factors'], ['auth', 'sessions'], ['users', 'current']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** False if cancelled. */
export async function addPasskey(name: string): Promise<boolean> {
  const { options } = await ask('POST', '/passkeys/options/')
  const made = await createPasskey(options)
  if (!made) return false
  await ask('POST', '/passkeys/', { body: { name, ...made } })
  await invalidateFactors()
  return true
}

export async function renamePasskey(passkey_id: number, name: string) {
  await ask('PATCH', '/passkeys/{passkey_id}/', { params: { passkey_id }, body: { name } })
  await invalidateFactors()
}

export async function removePasskey(passkey_id: number) {
  await ask('DELETE', '/passkeys/{passkey_id}/', { params: { passkey_id } })
  await invalidateFactors()
}

/** Signs in; false if cancelled, or without a passkey. */
export async function logInByPasskey(asking: Parameters<typeof askForPasskey>[1] = {}): Promise<boolean> {
  const { options } = await ask('POST', '/auth/passkeys/options/')
  const credential = await askForPasskey(options, asking)
  if (!credential) return false
  await ask('POST', '/auth/passkeys/', { body: credential })
  await afterSignIn()
  return true
}

export const beginCodes = () => ask('POST', '/factors/codes/')

export async function turnOnCodes(code: string) {
  await ask('POST', '/factors/codes/confirm/', { body: { code } })
  await invalidateFactors()
}

export async function renewRecoveryCodes(): Promise<string[]> {
  const { recovery_codes } = await ask('POST', '/factors/codes/recovery/')
  await invalidateFactors()
  return recovery_codes
}

export async function turnOffCodes() {
  await ask('DELETE', '/factors/codes/')
  await invalidateFactors()
}

export async function removeFactorsOf(user_id: number) {
  await ask('DELETE', '/users/{user_id}/factors/', { params: { user_id } })
  await queryClient.invalidateQueries({ queryKey: ['users'] })
}

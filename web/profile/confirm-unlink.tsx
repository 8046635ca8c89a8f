import { invalidateLinkedProviders, unlinkProvider } from '#web/auth/providers.ts'
import { invalidateSessions } from '#web/auth/queries.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'

export async function confirmUnlink({ key, name }: { key: string; name: string }) {
  const isUnlinked = await confirm({
    title: `Soll die Verbindung mit „${name}“ gelöst werden?`,
    children: <p>Ihre anderen Sitzungen von dort enden. Ihr Passwort und Ihre Passkeys gelten weiter.</p>,
    verb: 'Verbindung lösen',
    danger: true,
    act: () => unlinkProvider(key),
    done: 'Verbindung gelöst',
  })
  if (!isUnlinked) return
  await Promise.all([invalidateLinkedProviders(), invalidateSessions()])
}

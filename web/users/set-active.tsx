// Activates or deactivates selected users, or one.
import { ask } from '#web/api.ts'
import { toastWithUndo } from '#web/lists/toast-with-undo.ts'
import { queryClient } from '#web/query-client.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { peopleInWords } from './people-in-words.ts'

/** `name`: of a single user. Returns whether it was done. */
export async function confirmSetActive(
  ids: readonly number[],
  is_active: boolean,
  name?: string,
): Promise<boolean> {
  const confirmed = await confirm({
    title: `${name === undefined ? peopleInWords(ids.length) : `„${name}“`} ${is_active ? 'aktivieren' : 'deaktivieren'}?`,
    children: (
      <p>
        {consequenceInWords(ids.length, is_active)}
        {name === undefined &&
          (is_active
            ? ' Nicht betroffen ist, wen die Personalplanung nicht mehr kennt.'
            : ' Wer aus der Personalplanung kommt, ist damit gesperrt: Kein Abgleich hebt das auf. Nicht betroffen sind Sie selbst.')}
      </p>
    ),
    verb: is_active ? 'Aktivieren' : 'Deaktivieren',
    danger: !is_active,
    act: () => setActive([...ids], is_active),
  })
  if (!confirmed) return false
  const { answer: acted } = confirmed
  if (acted.changed === 0) toast('Es gab nichts zu ändern.', { tone: 'info' })
  else
    toastWithUndo(
      `${peopleInWords(acted.changed)} ${is_active ? 'aktiviert' : 'deaktiviert'}`,
      acted,
      'users',
    )
  return true
}

/** Blocks a person of the planner at once, whatever the next sync says, or unblocks them. Asks first. */
export async function confirmBlock(id: number, is_blocked: boolean, name: string) {
  const confirmed = await confirm({
    title: is_blocked
      ? `Soll „${name}“ gesperrt werden?`
      : `Soll die Sperre von „${name}“ aufgehoben werden?`,
    children: (
      <p>
        {is_blocked
          ? 'Die Person kann sich nicht mehr anmelden, auch nicht nach einem Abgleich. Alle ihre Sitzungen, API-Tokens und die Adresse für den Kalender enden sofort. Was sie geschrieben hat, bleibt.'
          : 'Die Person kann sich wieder anmelden. Steht sie nicht mehr in der Personalplanung, deaktiviert sie der nächste Abgleich.'}
      </p>
    ),
    verb: is_blocked ? 'Sperren' : 'Sperre aufheben',
    danger: is_blocked,
    act: () => setActive([id], !is_blocked),
  })
  if (confirmed) toastWithUndo(is_blocked ? 'Gesperrt' : 'Sperre aufgehoben', confirmed.answer, 'users')
}

function consequenceInWords(count: number, is_active: boolean): string {
  if (is_active) return 'Wer ein Passwort hat, kann sich wieder anmelden.'
  return count === 1
    ? 'Die Person kann sich nicht mehr anmelden, alle ihre Sitzungen enden sofort. Was sie geschrieben hat, bleibt.'
    : 'Niemand davon kann sich noch anmelden, alle Sitzungen enden sofort. Was sie geschrieben haben, bleibt.'
}

async function setActive(user_ids: number[], is_active: boolean) {
  const acted = await ask('POST', '/users/mass_edit/', { body: { user_ids, is_active } })
  // The person's page shows the latest audit entries.
  void queryClient.invalidateQueries({ queryKey: ['audit'] })
  await queryClient.invalidateQueries({ queryKey: ['users'] })
  return acted
}

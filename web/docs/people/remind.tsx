import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import type { Reminded } from './words.ts'

/** Asks first, since many devices ring; answers what became of it, or undefined. `count`: so many are meant. */
export async function askAndRemind(
  doc_id: number,
  count: number,
  user_ids?: number[],
): Promise<Reminded | undefined> {
  let done: Reminded | undefined
  await confirm({
    title: count === 1 ? 'Eine Person erinnern?' : `${formatNumber(count)} Personen erinnern?`,
    children: (
      <p>
        Jede Person bekommt von Ihnen eine Nachricht im Chat, dazu eine Benachrichtigung und, wo ein
        Mailserver eingerichtet ist, eine E-Mail. Wer heute schon erinnert wurde oder fertig ist, bekommt
        nichts.
      </p>
    ),
    verb: 'Erinnern',
    act: async () => {
      done = await ask('POST', '/docs/{doc_id}/people/remind/', {
        params: { doc_id },
        body: user_ids ? { user_ids } : {},
      })
      await queryClient.invalidateQueries({ queryKey: ['docs', 'one', doc_id, 'people'] })
    },
  })
  return done
}

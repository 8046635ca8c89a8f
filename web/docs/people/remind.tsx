import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { statusQuery } from '#web/status/queries.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { leftOutInWords, type ReminderResult } from './words.ts'

/**
 * Confirms with the number of people who will be reminded, since many devices will ring. Resolves with undefined if
 * the preview fails or the person cancels. Skips the confirmation if nobody can be reminded.
 */
export async function confirmAndRemind(
  doc_id: number,
  user_ids?: number[],
): Promise<ReminderResult | undefined> {
  const input = { params: { doc_id }, body: user_ids ? { user_ids } : {} }
  const preview = await ask('POST', '/docs/{doc_id}/people/remind/preview/', input).catch(
    (problem: unknown) => void toastFailure(problem),
  )
  if (!preview) return undefined
  const { people, left_out } = preview
  if (people === 0) return { reminded: 0, mailed: 0, left_out }
  const { can_mail } = await queryClient.ensureQueryData(statusQuery)
  const confirmed = await confirm({
    title: people === 1 ? 'Eine Person erinnern?' : `${formatNumber(people)} Personen erinnern?`,
    children: (
      <>
        <p>
          {people === 1 ? 'Die Person' : 'Jede Person'} bekommt von Ihnen eine Nachricht im Chat
          {can_mail
            ? ', eine Benachrichtigung und, wo eine Adresse bekannt ist, eine E-Mail'
            : ' und eine Benachrichtigung'}
          .
        </p>
        {leftOutInWords(left_out).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </>
    ),
    verb: 'Erinnern',
    act: async () => {
      const reminded = await ask('POST', '/docs/{doc_id}/people/remind/', input)
      await queryClient.invalidateQueries({ queryKey: ['docs', 'one', doc_id, 'people'] })
      return reminded
    },
  })
  return confirmed?.answer
}

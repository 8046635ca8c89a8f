/** What a logout would lose, a sentence for each kind. Pure. */
import { formatNumber } from '#web/ui/format.ts'

export type Left = { times: number; messages: number; answers: number }

export const leftSentences = ({ times, messages, answers }: Left): string[] =>
  [
    sentence(times, 'Änderung an Zeiten', 'Änderungen an Zeiten', 'übernommen'),
    sentence(messages, 'Nachricht', 'Nachrichten', 'gesendet'),
    sentence(answers, 'Angabe', 'Angaben', 'gespeichert'),
  ].filter((one) => one !== undefined)

function sentence(count: number, one: string, many: string, done: string): string | undefined {
  if (count === 0) return undefined
  return count === 1
    ? `1 ${one} ist noch nicht ${done} und geht verloren.`
    : `${formatNumber(count)} ${many} sind noch nicht ${done} und gehen verloren.`
}

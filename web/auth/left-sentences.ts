// Sentences about what a logout would lose, by kind, with a link to resolve it. Pure.
import type { Left } from '#web/outbox/unsent.ts'
import { formatNumber } from '#web/ui/format.ts'

type Loss = { sentence: string; to: '/today' | '/chat' | '/docs'; way: string }

export const lossesOf = ({ times, messages, answers, documents }: Left): Loss[] => [
  ...loss(times, ['Änderung an Zeiten', 'Änderungen an Zeiten', 'übernommen'], {
    to: '/today',
    way: 'Zu den Teams',
  }),
  ...loss(messages, ['Nachricht', 'Nachrichten', 'gesendet'], { to: '/chat', way: 'Zu den Chats' }),
  ...loss(answers, ['Angabe', 'Angaben', 'gespeichert'], { to: '/docs', way: 'Zu den Prozessen' }),
  ...loss(documents, ['Änderung an einem Prozess', 'Änderungen an Prozessen', 'gespeichert'], {
    to: '/docs',
    way: 'Zu den Prozessen',
  }),
]

type Words = [one: string, many: string, done: string]

function loss(count: number, [one, many, done]: Words, where: Omit<Loss, 'sentence'>): Loss[] {
  if (count === 0) return []
  const sentence =
    count === 1
      ? `1 ${one} ist noch nicht ${done} und geht verloren.`
      : `${formatNumber(count)} ${many} sind noch nicht ${done} und gehen verloren.`
  return [{ sentence, ...where }]
}

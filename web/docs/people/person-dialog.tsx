// A person's answers: the filled-in process, then answers to former fields.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerValue } from '#contract/document/fields.ts'
import { ask } from '#web/api.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { SignatureView } from '../hand-in/signature-view.tsx'
import { FormerAnswer } from '../pictures/answer-picture.tsx'
import { docQuery } from '../queries.ts'
import { ReadOnlyDocument } from '../read/shown-document.tsx'
import css from './person-dialog.module.css'

type Props = { doc_id: number; user_id: number; onClose: () => void }

const personQuery = (doc_id: number, user_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'person', user_id],
    queryFn: ({ signal }) =>
      ask('GET', '/docs/{doc_id}/people/{user_id}/', { params: { doc_id, user_id }, signal }),
    // Always fresh when opened.
    staleTime: 0,
  })

export function PersonDialog({ doc_id, user_id, onClose }: Props) {
  const { data } = useSuspenseQuery(personQuery(doc_id, user_id))
  const { content } = useSuspenseQuery(docQuery(doc_id)).data
  const { display_name, answers, former, changed_at, handed_in_at, signature } = data
  const values = useMemo(
    () => Object.fromEntries(answers.map(({ field, value }) => [field, value])),
    [answers],
  )
  return (
    <Modal title={display_name} size="medium" isRead onClose={onClose}>
      {/* Gets the focus on opening, so that screen readers start at the beginning. */}
      <p data-autofocus tabIndex={-1} className={css['about']}>
        {changed_at ? `Zuletzt am ${formatDateTime(changed_at).slice(0, 16)}` : 'Noch nichts eingetragen'}
        {handed_in_at && `, abgegeben am ${formatDateTime(handed_in_at).slice(0, 16)}`}
      </p>
      <ReadOnlyDocument content={content} answers={values} mode="show" />
      {signature && <SignatureView {...signature} label={`Unterschrift von ${display_name}`} />}
      {former.length > 0 && <FormerAnswers items={former} person={display_name} />}
    </Modal>
  )
}

type FormerAnswersProps = { items: { field: string; value: AnswerValue }[]; person: string }

const FormerAnswers = ({ items, person }: FormerAnswersProps) => (
  <section className={css['former']}>
    <h3>Frühere Felder</h3>
    <dl className={css['answers']}>
      {items.map(({ field, value }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <FormerAnswer value={value} name={`${field}, ${person}`} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

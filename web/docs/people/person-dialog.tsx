// What one person has entered, field by field, as the process asks for it.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { inWords } from '#contract/document/in-words.ts'
import { ask } from '#web/api.ts'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { Modal } from '#web/ui/modal.tsx'
import { SignatureView } from '../hand-in/signature-view.tsx'
import { AnswerPicture } from '../pictures/answer-picture.tsx'
import css from './person-dialog.module.css'

type Props = { doc_id: number; user_id: number; onClose: () => void }

const personQuery = (doc_id: number, user_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'person', user_id],
    queryFn: ({ signal }) =>
      ask('GET', '/docs/{doc_id}/people/{user_id}/', { params: { doc_id, user_id }, signal }),
    // It is opened to see how it is now.
    staleTime: 0,
  })

export function PersonDialog({ doc_id, user_id, onClose }: Props) {
  const { display_name, answers, changed_at, handed_in_at, signature } = useSuspenseQuery(
    personQuery(doc_id, user_id),
  ).data
  return (
    <Modal title={display_name} size="medium" isRead onClose={onClose}>
      <p className={css['about']}>
        {changed_at ? `Zuletzt am ${formatDateTime(changed_at).slice(0, 16)}` : 'Noch nichts eingetragen'}
        {handed_in_at && `, abgegeben am ${formatDateTime(handed_in_at).slice(0, 16)}`}
      </p>
      <dl className={css['answers']}>
        {answers.map(({ field, type, value }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {typeof value === 'number' ? (
                formatNumber(value).replace('-', '−')
              ) : value === null ? (
                '–'
              ) : type === 'photo' || type === 'signature' ? (
                <AnswerPicture type={type} value={value} name={`${field}, ${display_name}`} />
              ) : (
                inWords(type, value)
              )}
            </dd>
          </div>
        ))}
      </dl>
      {signature && <SignatureView {...signature} label={`Unterschrift von ${display_name}`} />}
    </Modal>
  )
}

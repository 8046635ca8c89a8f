import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { namingsOf } from '#contract/document/naming.ts'
import { isGone } from '#web/api.ts'
import { DocumentsIcon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { answersQuery, docQuery } from '../queries.ts'
import { Contents } from './contents.tsx'
import { createFolds } from './folds.ts'
import { DocumentTree } from './nodes.tsx'
import { Notices } from './notices.tsx'
import { openAnswers } from './open-answers.ts'
import { isBlank, outlineOf } from './outline.ts'
import css from './read.module.css'
import { type Mode, ReadingContext } from './reading.ts'
import { Standing } from './standing.tsx'
import { Tools } from './tools.tsx'
import { AnswersContext, useReading } from './use-answers.ts'
import { useUndecided } from './use-undecided.ts'

const route = getRouteApi('/signed-in/docs/$doc_id/show')

/** A document to read and to fill in. */
export function ReadScreen() {
  const { doc_id } = route.useParams()
  const { id: user_id } = useCurrentUser()
  // Now and then, in case somebody changes it while it is open; a refused answer asks at once.
  const { data: doc, error } = useSuspenseQuery({ ...docQuery(doc_id), refetchInterval: 60_000 })
  return <OneDocument key={`${user_id} ${doc_id}`} doc={doc} gone={isGone(error)} user_id={user_id} />
}

function OneDocument({ doc, gone, user_id }: { doc: Doc; gone: boolean; user_id: number }) {
  const known = useSuspenseQuery(answersQuery(user_id, doc.id)).data
  const [answers] = useState(() => openAnswers(user_id, doc.id, known.data))
  const [folds] = useState(() => createFolds(`${user_id}/folds/${doc.id}`, localShelf()))
  const outline = useMemo(() => outlineOf(doc.content), [doc.content])
  const namings = useMemo(() => namingsOf(doc.content), [doc.content])
  const mode = modeOf(doc)
  const reading = useMemo(() => ({ outline, namings, folds, mode }), [outline, namings, folds, mode])
  const page = useRef<HTMLElement>(null)
  const last = useRef<string>(undefined)

  useReading(answers)
  useUndecided(answers.store, doc.name)
  useEffect(() => {
    if (mode === 'fill' && !gone) answers.store.reopen()
  }, [mode, gone, answers])

  const hasFields = outline.fields.length > 0
  const remember = ({ target }: FocusEvent) => {
    last.current = target.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? last.current
  }
  return (
    <AnswersContext value={answers.store}>
      <ReadingContext value={reading}>
        <div className={css['reader']}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers where the focus was */}
          <article ref={page} className={css['page']} onFocus={remember}>
            <Notices doc={doc} mode={mode} hasFields={hasFields} gone={gone} />
            {isBlank(doc.content) ? (
              <Blank doc={doc} />
            ) : (
              <>
                <Tools doc_id={doc.id} />
                <DocumentTree document={doc.content} />
              </>
            )}
          </article>
          <aside className={css['beside']} aria-label="Überblick">
            <Standing page={page} last={last} />
            <Contents page={page} />
          </aside>
        </div>
      </ReadingContext>
    </AnswersContext>
  )
}

const Blank = ({ doc }: { doc: Doc }) => (
  <Empty icon={<DocumentsIcon />} title="Hier steht noch nichts.">
    <p>
      {doc.can.administer
        ? 'Schreiben Sie unter „Bearbeiten“, worum es in diesem Prozess geht.'
        : 'Sobald dieser Prozess einen Inhalt hat, lesen Sie ihn hier.'}
    </p>
  </Empty>
)

const modeOf = ({ status, can }: Doc): Mode => (can.fill ? 'fill' : status === 'Erledigt' ? 'show' : 'off')

/** Some browsers refuse even to be asked. */
function localShelf() {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

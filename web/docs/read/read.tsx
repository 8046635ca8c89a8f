// The screen of a document to read and to fill in, from top to bottom: notices, tools, the text, the overview beside
// it.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  type FocusEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Doc } from '#contract/docs.ts'
import { namingsOf } from '#contract/document/naming.ts'
import { isGone } from '#web/api.ts'
import { useLeaving } from '#web/outbox/leaving.ts'
import { every } from '#web/poll.ts'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon, ChevronUpIcon, DocumentsIcon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { answersQuery, docQuery } from '../queries.ts'
import { type Answers, answersOf } from './answers.ts'
import { createFolds, inBrowser } from './folds.ts'
import { leadOn, NextFieldContext } from './next-field.ts'
import { DocumentTree } from './nodes.tsx'
import { Notices } from './notices.tsx'
import { isBlank, outlineOf } from './outline.ts'
import { Overview } from './overview.tsx'
import { Pdf } from './pdf.tsx'
import css from './read.module.css'
import { type Mode, ReadingContext, useReading } from './reading.ts'
import { AnswersContext, useAnswersSync } from './use-answers.ts'
import { useLedTo } from './use-led-to.ts'

// Needed by a process that is handed in alone, and it brings along what one signs with.
const HandIn = lazy(async () => ({ default: (await import('../hand-in/hand-in.tsx')).HandIn }))
const route = getRouteApi('/signed-in/docs/$doc_id/show')
/** How often a change of the document is looked for, in ms; a refused answer looks at once. */
const POLL = 60_000

export function ReadScreen() {
  const { doc_id } = route.useParams()
  const { id: user_id } = useCurrentUser()
  const { data: doc, error } = useSuspenseQuery({ ...docQuery(doc_id), refetchInterval: every(POLL) })
  return <OneDocument key={`${user_id} ${doc_id}`} doc={doc} gone={isGone(error)} user_id={user_id} />
}

/** By `useAnswersSync` alone, which takes nothing that is older than what has been done here. */
const askedInSync = { refetchOnMount: false, refetchOnWindowFocus: false, refetchOnReconnect: false }

function OneDocument({ doc, gone, user_id }: { doc: Doc; gone: boolean; user_id: number }) {
  const known = useSuspenseQuery({ ...answersQuery(user_id, doc.id), ...askedInSync }).data
  const [answers] = useState(() => answersOf(user_id, doc.id, known))
  const [folds] = useState(() => createFolds(`${user_id}/folds/${doc.id}`, inBrowser))
  const outline = useMemo(() => outlineOf(doc.content), [doc.content])
  const namings = useMemo(() => namingsOf(doc.content), [doc.content])
  const [waits, setWaits] = useState<string>()
  const [isEndSeen, setEndSeen] = useState(false)
  const mode = known.handed_in_at || waits ? 'show' : modeOf(doc)
  const { handed_in_at: handedInAt } = known
  const isHandedIn = Boolean(doc.hand_in)
  const reading = useMemo(
    () => ({ outline, namings, folds, mode, isHandedIn, handedInAt, waits }),
    [outline, namings, folds, mode, isHandedIn, handedInAt, waits],
  )
  const page = useRef<HTMLElement>(null)
  /** The one that was filled in last: the way to the next begins behind it. */
  const lastField = useRef<string>(undefined)
  const toNext = useCallback(
    (to?: string) => leadOn(reading, { page, lastField, store: answers }, to),
    [reading, answers],
  )

  useAnswersSync(answers)
  useLedTo(page, doc.content, reading)
  useConflictsNamed(answers, doc.name)
  useEffect(() => {
    if (mode !== 'fill' || gone) return undefined
    answers.reopen()
    // It may have been closed for less time than it takes to be seen.
    const again = setInterval(() => answers.reopen(), POLL)
    return () => clearInterval(again)
  }, [mode, gone, answers])

  const rememberField = ({ target }: FocusEvent) => {
    lastField.current = target.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? lastField.current
  }
  return (
    <AnswersContext value={answers}>
      <ReadingContext value={reading}>
        <NextFieldContext value={toNext}>
          <div className={css['reader']}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers where the focus was */}
            <article ref={page} className={css['page']} onFocus={rememberField}>
              <Notices doc={doc} mode={mode} hasFields={outline.fields.length > 0} gone={gone} />
              {isBlank(doc.content) ? (
                <Blank doc={doc} />
              ) : (
                <>
                  <Tools doc_id={doc.id} />
                  <DocumentTree document={doc.content} />
                </>
              )}
              {doc.hand_in && (
                <Suspense>
                  <HandIn {...{ doc, user_id, known }} onWaiting={setWaits} onSeen={setEndSeen} />
                </Suspense>
              )}
            </article>
            <Overview page={page} doc_id={doc.id} isEndSeen={isEndSeen} />
          </div>
        </NextFieldContext>
      </ReadingContext>
    </AnswersContext>
  )
}

const modeOf = ({ status, can }: Doc): Mode => (can.fill ? 'fill' : status === 'Erledigt' ? 'show' : 'off')

const Blank = ({ doc }: { doc: Doc }) => (
  <Empty icon={<DocumentsIcon />} title="Hier steht noch nichts.">
    <p>
      {doc.can.administer
        ? 'Schreiben Sie unter „Bearbeiten“, worum es in diesem Prozess geht.'
        : 'Sobald dieser Prozess einen Inhalt hat, lesen Sie ihn hier.'}
    </p>
  </Empty>
)

/** Acts on the whole document. */
function Tools({ doc_id }: { doc_id: number }) {
  const { outline } = useReading()
  return (
    <div className={css['tools']}>
      {outline.sections.length > 0 && <FoldAll />}
      {outline.sections.length > 1 && <Compact />}
      <Pdf doc_id={doc_id} />
    </div>
  )
}

function FoldAll() {
  const { outline, folds } = useReading()
  const all = outline.sections
  const areOpen = useSyncExternalStore(folds.subscribe, () => folds.areAllOpen(all))
  return (
    <Button
      size="small"
      icon={areOpen ? <ChevronUpIcon size={16} /> : <ChevronDownIcon size={16} />}
      onClick={() => (areOpen ? folds.closeAll(all) : folds.openAll())}
    >
      {areOpen ? 'Alle zuklappen' : 'Alle aufklappen'}
    </Button>
  )
}

/** Shown on phones only: where the window is wide, the contents beside the text do the same. */
function Compact() {
  const { outline, folds } = useReading()
  const isCompact = useSyncExternalStore(folds.subscribe, folds.isCompact)
  return (
    <span className={css['compact']}>
      <Button
        size="small"
        aria-pressed={isCompact}
        onClick={() => folds.setCompact(!isCompact, outline.sections)}
      >
        Schrittweise
      </Button>
    </span>
  )
}

/**
 * Leaving is never refused, but somebody with conflicts is told that they are left to decide and that nothing is
 * lost.
 */
const useConflictsNamed = (answers: Answers, name: string) =>
  useLeaving({
    wouldLose: () => false,
    confirmLeave() {
      // With the field its focus goes without a word: what is typed in it counts as when it is left.
      document.querySelector<HTMLElement>('[data-field] input:focus')?.blur()
      const { conflicts } = answers.status()
      if (conflicts > 0) toast(undecided(conflicts, name), { tone: 'info' })
      return true
    },
  })

const undecided = (count: number, name: string) =>
  `Noch nicht gespeichert in „${name}“: ${count === 1 ? 'eine Angabe' : `${count} Angaben`}. Das bleibt auf diesem Gerät, bis Sie am Feld entscheiden.`

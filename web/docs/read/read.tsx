// Screen for reading and filling in a document: notices, tools, text, sidebar.
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
import { labelsOf } from '#contract/document/naming.ts'
import { isBlank, outlineOf } from '#contract/document/outline.ts'
import { isGone } from '#web/api.ts'
import { beforePageEnds, useLeaveGuard } from '#web/outbox/leaving.ts'
import { pollEvery } from '#web/poll.ts'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon, ChevronUpIcon, DocumentsIcon, DownloadIcon } from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Empty } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { useIsHandingIn } from '../hand-in/handing-in.ts'
import { answersQuery, docQuery } from '../queries.ts'
import { type Answers, answersOf } from './answers.ts'
import { createFolds } from './folds.ts'
import { goToField, useScrollOnArrival } from './navigate.ts'
import { DocumentTree } from './nodes.tsx'
import { Notices } from './notices.tsx'
import { Overview } from './overview.tsx'
import { usePdf } from './pdf.tsx'
import { nextMissing } from './progress.ts'
import css from './read.module.css'
import { type Mode, type Reading, ReadingContext, useReading } from './reading.ts'

// Loaded only for processes that are handed in. The chunk includes the signature pad.
const HandIn = lazy(async () => ({ default: (await import('../hand-in/hand-in.tsx')).HandIn }))
const route = getRouteApi('/signed-in/docs/$doc_id/show')
/** In ms. A refused answer refetches the document at once. */
const DOC_POLL_MS = 60_000
/** In ms. Other devices may fill in the same document. */
const ANSWERS_POLL_MS = 10_000

export function ReadScreen() {
  const { doc_id } = route.useParams()
  const { id: user_id } = useCurrentUser()
  const { data: doc, error } = useSuspenseQuery({
    ...docQuery(doc_id),
    refetchInterval: pollEvery(DOC_POLL_MS),
  })
  return <OneDocument key={`${user_id} ${doc_id}`} doc={doc} gone={isGone(error)} user_id={user_id} />
}

function OneDocument({ doc, gone, user_id }: { doc: Doc; gone: boolean; user_id: number }) {
  const own = useOwnAnswers(user_id, doc.id)
  const [answers] = useState(() => answersOf(user_id, doc.id))
  const [folds] = useState(() => createFolds(`${user_id}/folds/${doc.id}`))
  const outline = useMemo(() => outlineOf(doc.content), [doc.content])
  const namings = useMemo(() => labelsOf(doc.content), [doc.content])
  const [isEndSeen, setEndSeen] = useState(false)
  const isHandedIn = Boolean(doc.hand_in)
  const { handed_in_at: handedInAt } = own
  // Handed in on this device, but the row still waits in the outbox.
  const isWaiting = useIsHandingIn(user_id, doc.id) && isHandedIn && !handedInAt
  const mode = handedInAt || isWaiting ? 'show' : modeOf(doc)
  /** Last focused field. „Nächstes Feld“ starts after it. */
  const lastField = useRef<string>(undefined)
  /** Field that „Nächstes Feld“ has focused. Ticking it goes on to the next one. */
  const ledTo = useRef<string>(undefined)
  const leadOn = useCallback(
    (to?: string) => {
      // The end of the document counts as a field without a name.
      const name = to ?? nextMissing({ outline, answers }, lastField.current) ?? ''
      ledTo.current = name
      goToField({ outline, folds }, name)
    },
    [outline, folds, answers],
  )
  const afterTick = useCallback(
    (name: string) => {
      if (ledTo.current === name) leadOn()
    },
    [leadOn],
  )
  const reading = useMemo(
    (): Reading => ({
      outline,
      namings,
      folds,
      answers,
      mode,
      isHandedIn,
      handedInAt,
      isWaiting,
      leadOn,
      afterTick,
    }),
    [outline, namings, folds, answers, mode, isHandedIn, handedInAt, isWaiting, leadOn, afterTick],
  )
  const page = useRef<HTMLElement>(null)
  useScrollOnArrival(page, doc.content, reading)
  useFlushOnLeaving(answers)
  useConflictWarning(answers, doc.name)
  useEffect(() => {
    if (mode !== 'fill' || gone) return undefined
    answers.reopen()
    // Retries a closed document, which may accept answers again before the next poll reports it.
    const again = setInterval(() => answers.reopen(), DOC_POLL_MS)
    return () => clearInterval(again)
  }, [mode, gone, answers])

  const rememberField = ({ target }: FocusEvent) => {
    lastField.current = target.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? lastField.current
  }
  return (
    <ReadingContext value={reading}>
      <div className={css['reader']}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers where the focus was */}
        <article ref={page} className={css['page']} onFocus={rememberField}>
          <Notices doc={doc} gone={gone} />
          {isBlank(doc.content) ? (
            <EmptyDocument doc={doc} />
          ) : (
            <>
              <p className={css['title']} dir="auto" aria-hidden="true">
                {doc.name}
              </p>
              <DocumentTools doc_id={doc.id} />
              <DocumentTree document={doc.content} />
            </>
          )}
          {isHandedIn && (
            <Suspense>
              <HandIn doc={doc} user_id={user_id} known={own} onSeen={setEndSeen} />
            </Suspense>
          )}
        </article>
        <Overview doc_id={doc.id} isEndSeen={isEndSeen} />
      </div>
    </ReadingContext>
  )
}

/** Polls the server's answers, with those of other devices. */
function useOwnAnswers(user_id: number, doc_id: number) {
  const { data, refetch } = useSuspenseQuery({
    ...answersQuery(user_id, doc_id),
    refetchInterval: pollEvery(ANSWERS_POLL_MS),
  })
  // On focus, too: two windows side by side are both visible, so no visibility event tells of the change.
  useEffect(() => {
    const look = () => void refetch({ cancelRefetch: false })
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [refetch])
  return data
}

const useFlushOnLeaving = (answers: Answers) =>
  useEffect(() => {
    const end = beforePageEnds(() => {
      commitFocusedField()
      answers.flushAtEnd()
    })
    return () => {
      end()
      void answers.flush()
    }
  }, [answers])

/** A day or a time becomes an answer on blur, which a field that is removed with its page does not fire. */
function commitFocusedField() {
  const field = document.querySelector<HTMLElement>('[data-typed] input:focus')
  field?.blur()
  // The page may remain open, so the field gets the focus back.
  field?.focus()
}

/** Leaving is always possible, but conflicts are announced. */
const useConflictWarning = (answers: Answers, name: string) =>
  useLeaveGuard({
    wouldLose: () => false,
    confirmLeave() {
      commitFocusedField()
      const { conflicts } = answers.status()
      if (conflicts > 0) toast(undecidedSentence(conflicts, name), { tone: 'info' })
      return true
    },
  })

const undecidedSentence = (count: number, name: string) =>
  `Noch nicht gespeichert in „${name}“: ${count === 1 ? 'eine Angabe' : `${count} Angaben`}. Das bleibt auf diesem Gerät, bis Sie am Feld entscheiden.`

const modeOf = ({ status, can }: Doc): Mode => (can.fill ? 'fill' : status === 'Erledigt' ? 'show' : 'off')

const EmptyDocument = ({ doc }: { doc: Doc }) => (
  <Empty icon={<DocumentsIcon />} title="Hier steht noch nichts.">
    <p>
      {doc.can.administer
        ? 'Schreiben Sie unter „Bearbeiten“, worum es in diesem Prozess geht.'
        : 'Sobald dieser Prozess einen Inhalt hat, lesen Sie ihn hier.'}
    </p>
  </Empty>
)

/** Buttons for the whole document. */
function DocumentTools({ doc_id }: { doc_id: number }) {
  const { outline } = useReading()
  return (
    <div className={css['tools']}>
      {outline.sections.length > 0 && <FoldAllButton />}
      {outline.sections.length > 1 && <CompactToggle />}
      <Pdf doc_id={doc_id} />
    </div>
  )
}

function FoldAllButton() {
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

/** PDF of the document with one's own answers, optionally with a line for a signature. */
function Pdf({ doc_id }: { doc_id: number }) {
  const { outline, mode } = useReading()
  const { link, takeSigned } = usePdf(doc_id)
  return (
    <span className={css['pdf']}>
      <AnchorButton size="small" icon={<DownloadIcon size={16} />} {...link}>
        PDF
      </AnchorButton>
      {outline.fields.length > 0 && mode !== 'off' && (
        <Menu
          label="Weitere PDF"
          icon={<ChevronDownIcon />}
          items={[{ text: 'PDF mit Zeile zum Unterschreiben', onPick: takeSigned }]}
        />
      )}
    </span>
  )
}

/** On phones only; wide windows have the contents. */
function CompactToggle() {
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

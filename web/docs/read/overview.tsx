// Sidebar: progress, saved state, the next empty field, and contents. On phones a bar at the bottom, without
// the contents.
import { type ReactNode, useRef } from 'react'
import type { SectionOutline } from '#contract/document/outline.ts'
import { Button } from '#web/ui/button.tsx'
import { ArrowDownIcon, CheckIcon, InfoIcon, RefreshIcon, WarningIcon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useBottomBarInset } from '#web/ui/use-bottom-bar-inset.ts'
import { goToSection } from './navigate.ts'
import { handedInWords } from './notices.tsx'
import css from './overview.module.css'
import { OwnPdf } from './pdf.tsx'
import { useHiddenFailures, useIsSectionShown, useMissingCount, useProgress } from './progress.ts'
import { useReading, useSaveStatus } from './reading.ts'
import { FilledCount } from './section.tsx'

type FillProgressProps = {
  doc_id: number
  /** The button at the end of the document is visible, so the bar needs no link to it. */
  isEndSeen: boolean
}

export const Overview = (bar: FillProgressProps) => (
  <aside className={css['beside']} aria-label="Überblick">
    <FillProgress {...bar} />
    <TableOfContents />
  </aside>
)

function FillProgress({ doc_id, isEndSeen }: FillProgressProps) {
  const { outline, mode, isHandedIn, handedInAt, isWaiting, leadOn } = useReading()
  const { fields, filled } = useProgress()
  const missing = useMissingCount()
  const { status } = useSaveStatus()
  const bar = useRef<HTMLDivElement>(null)
  const isNeeded = outline.fields.length > 0 && mode !== 'off'
  // Scrolls the edited line clear of the bar.
  useBottomBarInset(bar, { isShown: isNeeded, media: '(max-width: 68.7em)', gap: 64 })
  if (!isNeeded) return null
  const isDone = missing === 0 && !isHandedIn
  // False while answers wait on this device. If nothing is missing, a `failed` answer is in a hidden section.
  const isStored = status !== 'kept'
  return (
    <div ref={bar} className={css['box']}>
      <div className={css['progress']}>
        <Progress label="Ausgefüllt" value={filled} max={fields} text={`${filled} von ${fields}`} />
      </div>
      {handedInAt && (
        <output className={css['done']}>
          <CheckIcon />
          {handedInWords(handedInAt)}
        </output>
      )}
      {isWaiting && (
        <output className={css['status']}>Die Abgabe wartet noch. Bis dahin ist alles gesperrt.</output>
      )}
      {mode === 'fill' && (
        <>
          <SaveStatusLine>{isDone && isStored && <OwnPdf doc_id={doc_id} />}</SaveStatusLine>
          {isDone ? (
            isStored && (
              <p className={css['done']}>
                <CheckIcon /> Fertig – es ist nichts weiter zu tun.
              </p>
            )
          ) : missing > 0 ? (
            <Button variant="primary" icon={<ArrowDownIcon />} onClick={() => leadOn()}>
              Nächstes Feld
            </Button>
          ) : (
            !isEndSeen && (
              <Button icon={<ArrowDownIcon />} onClick={() => leadOn()}>
                Zum Abgeben
              </Button>
            )
          )}
        </>
      )}
    </div>
  )
}

function SaveStatusLine({ children }: { children: ReactNode }) {
  const { status, problem, isUnreached, isClosed } = useSaveStatus()
  const { answers } = useReading()
  const canRetry = (status === 'failed' || status === 'kept') && problem !== undefined && !isClosed
  return (
    <div className={css['save']}>
      <output className={`${css['status']} ${css[status]}`}>
        {status === 'none' && 'Ihre Angaben werden von selbst gespeichert.'}
        {status === 'saved' && (
          <>
            <CheckIcon size={16} /> gespeichert
          </>
        )}
        {(status === 'waiting' || status === 'saving') && (
          <>
            <Spinner size={14} /> wird gespeichert
          </>
        )}
        {status === 'kept' && (
          <>
            <InfoIcon size={16} />
            <span>
              <strong>auf diesem Gerät</strong>
              <span className={css['reason']}>
                {isUnreached ? ' – wird gesendet, sobald die Verbindung wieder da ist.' : ` – ${problem}`}
              </span>
            </span>
          </>
        )}
        {status === 'failed' && (
          <>
            <WarningIcon size={16} />
            <span>
              <strong>nicht gespeichert</strong>
              <span className={css['reason']}>
                <UnsavedReason />
              </span>
            </span>
          </>
        )}
      </output>
      {canRetry && (
        <Button size="small" icon={<RefreshIcon size={16} />} onClick={() => void answers.retry()}>
          Erneut versuchen
        </Button>
      )}
      {children}
    </div>
  )
}

/** The reason, shown after „nicht gespeichert“. */
function UnsavedReason() {
  const { conflicts, isNewRound, unsaved, problem } = useSaveStatus()
  const unseen = useHiddenFailures()
  return ` – ${problem ?? (isNewRound ? newRoundConflictsInWords(conflicts) : whyUnsaved(conflicts, unsaved))}${unseen && ` Gerade nicht zu sehen: ${unseen}.`}`
}

const whyUnsaved = (conflicts: number, unsaved: number) =>
  conflicts > 0
    ? conflictsInWords(conflicts)
    : unsaved > 0
      ? unreadableInWords(unsaved)
      : 'es steht ganz oben.'

const conflictsInWords = (count: number) =>
  count === 1
    ? 'eine Angabe wurde inzwischen woanders geändert. Bitte entscheiden Sie am Feld.'
    : `${count} Angaben wurden inzwischen woanders geändert. Bitte entscheiden Sie an den Feldern.`

const newRoundConflictsInWords = (count: number) =>
  `inzwischen hat eine neue Runde begonnen. Bitte entscheiden Sie ${count === 1 ? 'am Feld' : 'an den Feldern'}.`

const unreadableInWords = (count: number) =>
  count === 1 ? 'bitte 1 Feld prüfen.' : `bitte ${count} Felder prüfen.`

/** Links to the sections; only in wide windows. */
function TableOfContents() {
  const reading = useReading()
  const listed = reading.outline.sections.filter(({ depth }) => depth <= 2)
  if (listed.length < 2) return null
  return (
    <nav aria-label="Abschnitte" className={css['contents']}>
      <p className={css['title']}>Inhalt</p>
      <ol>
        {listed.map((section) => (
          <ContentsEntry key={section.key} section={section} onGo={() => goToSection(reading, section)} />
        ))}
      </ol>
    </nav>
  )
}

function ContentsEntry({ section, onGo }: { section: SectionOutline; onGo: () => void }) {
  const isShown = useIsSectionShown(section)
  return (
    isShown && (
      <li data-depth={section.depth}>
        <button type="button" className={css['entry']} onClick={onGo}>
          <span className={css['words']}>{section.headline}</span>
          <FilledCount section={section} />
        </button>
      </li>
    )
  )
}

// End of a process that is handed in: state, and the buttons to hand in or take back.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import type { Signature } from '#contract/document/signature.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { handedInWords } from '../read/notices.tsx'
import { OwnPdf } from '../read/pdf.tsx'
import { useMissingCount } from '../read/progress.ts'
import { useReading } from '../read/reading.ts'
import css from './hand-in.module.css'
import { HandInDialog } from './hand-in-dialog.tsx'
import { cancelHandIn, handIn, type SeenState, takeBackHandIn, useHandInStatus } from './handing-in.ts'
import { SignatureView } from './signature-view.tsx'

type HandInState = SeenState & {
  handed_in_at?: string | null | undefined
  signature?: Signature | null | undefined
}
type Props = {
  doc: Doc
  user_id: number
  /** State on the server. */
  known: HandInState
  /** Reports whether the button is in the viewport. */
  onSeen: (isSeen: boolean) => void
}

export function HandIn({ doc, user_id, known, onSeen }: Props) {
  const { waits, problem, isUnderWay } = useHandInStatus(user_id, doc.id)
  /** A refusal's reason that was visible: its outbox row is deleted, but the screen shows it until it is closed. */
  const [read, setRead] = useState<string>()
  const acknowledgeRefusal = (why: string) => {
    setRead(why)
    cancelHandIn(user_id, doc.id)
  }
  // Handed in by another device, or by a call whose answer was lost.
  const isDoneAfterAll = Boolean(known.handed_in_at && problem) && !waits
  useEffect(() => {
    if (isDoneAfterAll) cancelHandIn(user_id, doc.id)
  }, [isDoneAfterAll, user_id, doc.id])

  const { outline, isWaiting } = useReading()
  const end = useFocusAfterChange(`${known.handed_in_at} ${isWaiting}`)

  if (known.handed_in_at)
    return (
      <div {...end} className={`${css['end']} ${css['done']}`}>
        {outline.fields.length === 0 && <Notice tone="success">{handedInWords(known.handed_in_at)}.</Notice>}
        {known.signature && (
          <div>
            <p aria-hidden="true">Ihre Unterschrift</p>
            <SignatureView {...known.signature} label="Ihre Unterschrift" />
          </div>
        )}
        <OwnPdf doc_id={doc.id} />
        {doc.can.fill && (
          <Button
            size="small"
            onClick={() => {
              // Deletes a hand-in that is still in the outbox: the server would refuse it after the taking back.
              cancelHandIn(user_id, doc.id)
              return takeBackHandIn(user_id, doc.id)
            }}
          >
            Abgabe zurücknehmen
          </Button>
        )}
      </div>
    )
  if (waits)
    return (
      <div {...end} className={css['end']}>
        <Notice
          action={
            <Button size="small" pending={isUnderWay} onClick={() => cancelHandIn(user_id, doc.id)}>
              Doch nicht abgeben
            </Button>
          }
        >
          {problem ?? 'Wird abgegeben, sobald alles gespeichert und die Verbindung da ist.'}
        </Notice>
      </div>
    )
  const why = problem ?? read
  const refusal = why && (
    <VisibilityReporter onSeen={(isSeen) => isSeen && problem && acknowledgeRefusal(problem)}>
      <Notice tone="danger">{why}</Notice>
    </VisibilityReporter>
  )
  if (!doc.can.fill) return refusal || null
  return (
    <section {...end} data-field="" className={`${css['end']} ${css['box']}`} aria-label="Abgeben">
      {refusal}
      <p>Sind Sie fertig? Nach dem Abgeben sind Ihre Angaben gesperrt, bis Sie es zurücknehmen.</p>
      <HandInButton
        isSigned={doc.hand_in === 'signed'}
        onSeen={onSeen}
        onHandIn={(signature) => {
          setRead(undefined)
          handIn(user_id, doc.id, signature, known)
        }}
      />
    </section>
  )
}

type HandInButtonProps = Pick<Props, 'onSeen'> & {
  isSigned: boolean
  onHandIn: (signature: Signature | undefined) => void
}

/**
 * Button with the state of its dialog. When another device hands in, the button unmounts and the state is lost: the
 * dialog stays closed after a hand-in has been taken back.
 */
function HandInButton({ isSigned, onSeen, onHandIn }: HandInButtonProps) {
  const missing = useMissingCount()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <VisibilityReporter onSeen={onSeen}>
        {/* While fields are missing, the link to the next one is the primary button. */}
        <Button
          variant={missing === 0 ? 'primary' : 'plain'}
          data-enter
          icon={<CheckIcon />}
          onClick={() => setAsking(true)}
        >
          Abgeben …
        </Button>
      </VisibilityReporter>
      {isAsking && <HandInDialog {...{ isSigned, onHandIn }} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Reports whether the whole element is visible above the bar at the bottom. */
function VisibilityReporter({
  onSeen,
  children,
}: {
  onSeen: (isSeen: boolean) => void
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return undefined
    const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd) || 0
    const observer = new IntersectionObserver((seen) => onSeen(seen.at(-1)?.isIntersecting === true), {
      rootMargin: `0px 0px ${-below}px`,
      threshold: 1,
    })
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      onSeen(false)
    }
  }, [onSeen])
  return <div ref={box}>{children}</div>
}

/** Keeps the focus when the pressed button is replaced. */
function useFocusAfterChange(state: string) {
  const ref = useRef<HTMLDivElement>(null)
  const hasActed = useRef(false)
  const seen = useRef(state)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    if (hasActed.current && document.activeElement === document.body) ref.current?.focus()
  }, [state])
  return { ref, tabIndex: -1, onClick: () => void (hasActed.current = true) }
}

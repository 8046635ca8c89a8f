import { useEffect, useRef, useState } from 'react'
import { wallClock } from '#contract/time/plausible.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Failed } from '#web/api.ts'
import { useIsFailing } from '#web/shell/use-away.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { TOAST_MS } from '#web/ui/toast/toast-store.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import { askWhoIsHere, isOfSession, mayPass } from '#web/unsaved/send-as.ts'
import { keptKeys } from '#web/unsaved/storage.ts'
import type { Part } from '../../queries.ts'
import { allEntries, recordTimes } from '../queries.ts'
import type { confirmDoubts } from '../sending/hints.tsx'
import { appliedOf, applyEdits, failedTrouble, findFault, isOver, type Trouble } from './apply-edits.ts'
import { applied, type Edits, stillAsPressed, withEdit, withoutLocked } from './edits.ts'
import { changeEdits, leftOwed, noLongerOwed, owe, owedFor } from './kept-edits.ts'
import { owedOf } from './kept-keys.ts'
import { type Doubtful, doubtsIn, type Rules } from './read-entry.ts'
import { useAgain } from './use-again.ts'
import type { OpenEdits } from './use-edits.ts'

type Screen = {
  /** Its name, where nothing else of it is in sight. */
  team: string
  /** As they are on the screen. */
  entries: readonly TimeEntry[]
  onJump: (timeentry_id: number) => void
  /** The bar below says what went well: there a message would cover the team. */
  isSaidBelow: boolean
}

/** What somebody has pressed for, and whether all is answered that there was to ask about it. */
type Pressed = { edits: Edits; isAnswered: boolean /** With a sending after it. */; isToSend?: boolean }
const unanswered = (edits: Edits): Pressed => ({ edits, isAnswered: false })

export const APPLIED = 'Änderungen übernommen'
const BUSY = 'Andere ändern gerade dieselben Zeiten. Bitte versuchen Sie es gleich noch einmal.'
const STILL_APPLYING = 'Ihre Änderungen werden gerade übernommen. Bitte versuchen Sie es gleich noch einmal.'

/**
 * Saves all open changes that can go. What others have changed in the same field waits for a decision: the server names
 * it, by whom and when. Times that are hardly meant are asked about. What goes wrong stays in sight; what a row already
 * shows to be locked is no news.
 */
export function useApply(part: Part, rules: Rules, open: OpenEdits, screen: Screen) {
  const { entries: known, onJump, isSaidBelow, team } = screen
  const { user_id, subhappening_id } = open.whose
  const [isApplying, setIsApplying] = useState(false)
  /** The same, for a press that was drawn before: a question may stand open meanwhile. */
  const isBusy = useRef(false)
  const [trouble, setTrouble] = useState<Trouble>()
  /** What was pressed when nobody could be reached. */
  const owed = useRef<Pressed>(undefined)
  /** Then the app goes on with it. */
  const isLeft = useRef(false)
  const [isDone, sayDone] = useForAWhile()

  const away = useIsFailing()
  const [wasAway, setWasAway] = useState(away)
  if (away !== wasAway) {
    setWasAway(away)
    if (!away && trouble?.isLater) setTrouble(undefined)
  }

  const latest = useLatest(known)
  /** Those on the screen; all of them where an open change is of another one. */
  const entriesNow = (pressed: Edits) => {
    const shown = new Set(latest.current.map(({ id }) => id))
    return [...pressed.keys()].every((id) => shown.has(id)) ? latest.current : allEntries(part)
  }

  /** The changes that can go, what has to be mended before, and what has to be asked about. */
  const look = async (pressed: Edits) => {
    const entries = await entriesNow(pressed)
    // What is locked in a row is over. What has been locked on another page the server will say.
    const edits = withoutLocked(pressed, latest.current)
    const unlocked = withoutLocked(edits, entries)
    const fault = findFault(unlocked, entries, rules)
    const doubts = fault ? [] : doubtsIn(unlocked, entries, rules, wallClock(rules.zone))
    return { edits, fault, doubts }
  }

  /** Answers why some are left. */
  const save = async (edits: Edits, isSent: boolean): Promise<Trouble | undefined> => {
    const done = await applyEdits(edits, (changes) => recordTimes(part, user_id, changes))
    if (!done) throw new Failed(409, BUSY)
    if (done.stored.size > 0) {
      void changeEdits(open.whose, (present) => applied(present, done.stored))
      open.forgetSteps()
      // The sending that follows says so itself; two messages would cover what the sheet says of it.
      if (!isSent) sayApplied()
    }
    if (done.disputes.length === 0) return undefined
    return (await import('./waiting-trouble.ts')).waitingTrouble(edits, done.disputes)
  }
  const sayApplied = () => {
    if (isLeft.current) toast(appliedOf(team))
    else if (isSaidBelow) sayDone()
    else toast(APPLIED)
  }

  /**
   * Answers whether all that was pressed is saved. With a question where times may not be meant, unless that is
   * answered.
   */
  const run = async (pressed: Pressed, isSent: boolean): Promise<boolean> => {
    const { edits, fault, doubts } = await look(pressed.edits)
    const isMeant =
      pressed.isAnswered || doubts.length === 0 || (!isLeft.current && (await confirmed(doubts, onJump)))
    pressed.isAnswered = isMeant && !fault
    const trouble = fault ?? (isMeant ? await save(edits, isSent) : undefined)
    settled(pressed)
    tell(trouble)
    return isMeant && trouble === undefined
  }

  const apply = async (pressed: Pressed, isSent = false): Promise<boolean> => {
    if (isBusy.current) return false
    setTrouble(undefined)
    if (withoutLocked(pressed.edits, latest.current).size === 0) {
      settled(pressed)
      return true
    }
    isBusy.current = true
    setIsApplying(true)
    try {
      return await run(pressed, isSent)
    } catch (error) {
      failed(error, pressed)
      return false
    } finally {
      isBusy.current = false
      setIsApplying(false)
    }
  }

  /** A part of the app may be missing, as the question is. */
  const begin = (pressed: Pressed) => void apply(pressed).catch((problem) => toastFailure(problem))

  /**
   * What a sending after it would have to ask about; undefined where nothing can be saved before something is mended.
   */
  const doubts = async (): Promise<Doubtful[] | undefined> => {
    const pressed = { ...unanswered(open.present()), isToSend: true }
    try {
      const { fault, doubts } = await look(pressed.edits)
      tell(fault)
      return fault ? undefined : doubts
    } catch (error) {
      failed(error, pressed)
      return undefined
    }
  }

  const rememberSent = async (edits: Edits, status: number) =>
    (await pieceOfOwed())?.keepUnanswered(open.whose, edits, status)

  function failed(error: unknown, pressed: Pressed) {
    if (!(error instanceof Failed)) throw error
    void rememberSent(pressed.edits, error.status)
    askWhoIsHere(error)
    if (!mayPass(error)) settled(pressed)
    else {
      owed.current = pressed
      if (pressed.isAnswered) void remember(pressed.edits)
      // Without its sheet nothing is known any more of what is open: there the app goes on, with what is kept.
      if (!isLeft.current) again.soon(error.againAfter)
    }
    tell(troubleOf(pressed, error))
  }
  const troubleOf = ({ edits, isAnswered, isToSend }: Pressed, error: Failed) =>
    failedTrouble(edits, error.message, {
      isOffline: !navigator.onLine,
      isReached: error.status > 0,
      isOfSession: isOfSession(error),
      isLater: mayPass(error),
      isKept: open.isKept,
      isOwed: isAnswered,
      isToSend,
    })

  const remember = async (edits: Edits) => {
    await owe(open.whose, { part, team, edits })
    if (!isLeft.current) return
    // Somebody may be back in the sheet: then it goes from there.
    leftOwed.set(open.whose)
    await applyElsewhere(user_id)
  }
  const tell = (found: Trouble | undefined) => {
    if (isLeft.current) {
      // What waits on this device was said on the way out.
      if (found && !found.isUnreached) toast(`„${team}“: ${found.sentence}`, { tone: 'danger' })
      return
    }
    setTrouble(found)
    if (found?.way === 'show') show(found)
  }
  const show = ({ edits }: Trouble) => onJump([...edits.keys()][0] as number)
  const drop = ({ edits }: Trouble) =>
    open.change((all) => [...edits.keys()].reduce((left, id) => withEdit(left, id, undefined), all))
  /** Nothing waits to go by itself. */
  const settled = ({ edits }: Pressed) => {
    owed.current = undefined
    again.rest()
    void noLongerOwed(open.whose, isLeft.current ? edits : undefined)
  }
  const withdraw = (present: Trouble) => {
    settled(unanswered(present.edits))
    setTrouble(undefined)
  }

  // What was pressed out of reach is done once there is a way, also where that was in an earlier visit.
  const goOn = useLatest(() => {
    if (!owed.current) return
    const pressed = { ...owed.current, edits: stillAsPressed(owed.current.edits, open.present()) }
    // A server that puts off what is only read may store all the same.
    if (!navigator.onLine) tell(troubleOf(pressed, new Failed(0)))
    else {
      owed.current = undefined
      begin(pressed)
    }
  })
  const again = useAgain(() => goOn.current())
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      void applyElsewhere(user_id)
    }
  }, [user_id])
  useEffect(() => {
    const takeUp = async () => {
      const left = await owedFor({ user_id, subhappening_id })
      if (!left) return
      owed.current = { edits: left.edits, isAnswered: true }
      goOn.current()
    }
    void takeUp()
    return leftOwed.subscribe(() => void takeUp())
  }, [user_id, subhappening_id, owed, goOn])
  useEffect(() => {
    if (!away) goOn.current()
  }, [away, goOn])

  const wayOn = (present: Trouble) => {
    if (present.way === 'show') return { text: 'Zeigen', act: () => show(present) }
    if (present.way === 'drop') return { text: 'Verwerfen', act: () => drop(present) }
    return present.way && { text: 'Doch nicht übernehmen', act: () => withdraw(present) }
  }
  const present = trouble && !isOver(trouble, open.edits) ? trouble : undefined
  return {
    isApplying,
    apply: () => begin(unanswered(open.present())),
    /** Where nobody can be reached: the sending that was pressed for as well has to be pressed for again. */
    applyFirst: () => begin({ ...unanswered(open.present()), isToSend: true }),
    /** The question was asked with another one, and tells what keeps it from beginning. */
    applyAsked: async () => {
      if (isBusy.current) throw new Failed(409, STILL_APPLYING)
      return await apply({ edits: open.present(), isAnswered: true, isToSend: true }, true)
    },
    doubts,
    /** Just now, and without a message of its own. */
    isDone,
    /** What keeps the changes from being applied, and the way on. */
    news: present && {
      tone: present.isUnreached ? ('info' as const) : ('danger' as const),
      text: present.sentence,
      action: wayOn(present),
    },
  }
}

/** Where it cannot be had, what is owed goes with the next opening, and no answer that was lost is remembered. */
const pieceOfOwed = () => import('./owed.ts').catch(() => undefined)

async function applyElsewhere(user_id: number) {
  if ((await keptKeys(owedOf({ user_id, subhappening_id: '' })))?.length)
    await (await pieceOfOwed())?.applyOwed(user_id)
}

/** Seldom asked: the question comes when it is. */
async function confirmed(...about: Parameters<typeof confirmDoubts>) {
  return (await import('../sending/hints.tsx')).confirmDoubts(...about)
}

/** True for as long as a message would stand there. */
function useForAWhile(): [isSo: boolean, begin: () => void] {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setTimeout(setSince, TOAST_MS, undefined)
    return () => clearTimeout(timer)
  }, [since])
  return [since !== undefined, () => setSince(Date.now())]
}

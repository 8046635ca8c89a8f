import { useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CopyAge } from '#web/offline/copy-age.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Outage, useOutage } from './outage.ts'
import css from './shell.module.css'

/**
 * Banner above every screen while the network is down or the server does not answer. Afterwards it says „Wieder
 * verbunden“ at the same height, so that nothing moves under a finger. It collapses once the user has pressed nothing
 * for `RECONNECTED_NOTICE_MS`.
 */
export function OutageBanner() {
  const away = useOutage()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [standsAt, setStandsAt] = useState<string>()
  const [isShutting, setIsShutting] = useState(false)
  const [height, setHeight] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  if (away && (standsAt !== path || isShutting)) {
    setStandsAt(path)
    setIsShutting(false)
  }
  if (!away && standsAt !== undefined && standsAt !== path) setStandsAt(undefined)
  useLayoutEffect(() => {
    const element = box.current
    if (!away || !element) return undefined
    const observer = new ResizeObserver(() => setHeight(element.getBoundingClientRect().height))
    observer.observe(element)
    return () => observer.disconnect()
  }, [away])
  const isBack = !away && standsAt !== undefined
  useEffect(() => {
    if (!isBack) return undefined
    let timer: ReturnType<typeof setTimeout>
    const shutLater = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIsShutting(true), RECONNECTED_NOTICE_MS)
    }
    shutLater()
    for (const event of PRESS_EVENTS) addEventListener(event, shutLater)
    return () => {
      clearTimeout(timer)
      for (const event of PRESS_EVENTS) removeEventListener(event, shutLater)
    }
  }, [isBack])
  if (!away && !isBack) return null
  return (
    <div
      ref={box}
      className={`${css['away']} ${isShutting ? css['shutting'] : ''}`}
      style={away ? undefined : { blockSize: height }}
      onAnimationEnd={() => {
        setStandsAt(undefined)
        setIsShutting(false)
      }}
    >
      {away ? <OutageText away={away} /> : <Notice>Wieder verbunden.</Notice>}
    </div>
  )
}
const RECONNECTED_NOTICE_MS = 5_000
const PRESS_EVENTS = ['pointerdown', 'keydown'] as const

/** Text of the banner, with the age of the cached copies on the screen. */
function OutageText({ away }: { away: Outage }) {
  // A screen that could not load has no copy to mention; it shows its own message.
  const isNothingThere = useRouterState({
    select: ({ matches }) => matches.some(({ status }) => status === 'pending' || status === 'error'),
  })
  const [what, seen] =
    away === 'network'
      ? ['Sie sind offline.', 'Sie sehen den letzten Stand, bis die Verbindung wieder da ist.']
      : ['Der Server ist gerade nicht zu erreichen.', 'Sie sehen den letzten Stand.']
  if (isNothingThere) return <Notice>{what}</Notice>
  return (
    <Notice>
      <p>
        {what} {seen}
      </p>
      <CopyAge />
    </Notice>
  )
}

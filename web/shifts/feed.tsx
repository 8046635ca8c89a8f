import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDate } from '#web/ui/format.ts'
import { CalendarIcon, CopyIcon } from '#web/ui/icon.tsx'
import { focusOn } from '#web/ui/keyboard/focus-on.ts'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { isTouch } from '#web/ui/media.ts'
import { endCalendarFeed, makeCalendarFeed } from './queries.ts'
import css from './shifts.module.css'

/** URL fragment and element id of this section. */
const SECTION_ID = 'kalender'

/** Subscription of one's own shifts in a calendar program, by a secret address. */
export function CalendarFeed({ since }: { since: string | null }) {
  const [address, setAddress] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Rendered late, so the section in the address is scrolled to here.
    if (location.hash !== `#${SECTION_ID}`) return
    heading.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
    focusOn(heading.current)
  }, [])
  const make = async () => setAddress(await makeCalendarFeed())
  const replace = () =>
    confirm({
      title: 'Soll eine neue Adresse angelegt werden?',
      children: <p>Kalender mit der bisherigen Adresse bekommen dann keine Einsätze mehr.</p>,
      verb: 'Neue Adresse anlegen',
      act: make,
    })
  const end = async () => {
    const ended = await confirm({
      title: 'Soll die Adresse widerrufen werden?',
      children: <p>Kalender mit dieser Adresse bekommen dann keine Einsätze mehr.</p>,
      verb: 'Widerrufen',
      danger: true,
      act: endCalendarFeed,
      done: 'Adresse widerrufen',
    })
    if (ended) setAddress(undefined)
  }
  return (
    <section id={SECTION_ID} className={css['feed']}>
      <h2 ref={heading}>Kalender abonnieren</h2>
      <p>
        Ihr Handy oder Ihr Mailprogramm holt die Einsätze von einer geheimen Adresse und hält sie von selbst
        auf dem neuesten Stand. Geben Sie die Adresse niemandem: Wer sie kennt, sieht Ihre Einsätze.
      </p>
      {address !== undefined && <FeedAddress address={address} />}
      {since === null ? (
        <Button icon={<CalendarIcon />} onClick={make}>
          Adresse anlegen
        </Button>
      ) : (
        <>
          {address === undefined && (
            <p>
              Seit dem {formatDate(since)} gibt es eine Adresse. Gezeigt wird sie nur beim Anlegen; haben Sie
              sie verloren, legen Sie eine neue an.
            </p>
          )}
          <div className="buttons">
            <Button onClick={() => void replace()}>Neue Adresse</Button>
            <Button onClick={() => void end()}>Widerrufen</Button>
          </div>
        </>
      )}
    </section>
  )
}

/**
 * The secret address, shown only once. The main button opens the calendar program on a phone, and copies elsewhere.
 */
function FeedAddress({ address }: { address: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The address replaces the pressed button and may be below the viewport.
    if (address) box.current?.scrollIntoView({ block: 'center' })
  }, [address])
  const copy = () => copyText(address, { said: 'Adresse kopiert', what: 'die Adresse' })
  // Primary action: open on touch devices, copy elsewhere.
  const [opening, copying] = isTouch() ? (['primary', 'plain'] as const) : (['plain', 'primary'] as const)
  const open = (
    <AnchorButton
      key="open"
      variant={opening}
      href={address.replace(/^https?:/, 'webcal:')}
      icon={<CalendarIcon />}
    >
      Kalender öffnen
    </AnchorButton>
  )
  const copyIt = (
    <Button key="copy" variant={copying} icon={<CopyIcon />} onClick={() => void copy()}>
      Adresse kopieren
    </Button>
  )
  return (
    <div ref={box} className={css['address']}>
      <p>Diese Adresse wird nur jetzt gezeigt:</p>
      <code>{address}</code>
      <div className="buttons">{isTouch() ? [open, copyIt] : [copyIt, open]}</div>
    </div>
  )
}

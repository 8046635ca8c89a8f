import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Shift } from '#contract/shifts.ts'
import type { Today, TodayTeam } from '#contract/today.ts'
import { defaultChatSearch } from '#web/chat/search.ts'
import { defaultDocsSearch } from '#web/docs/search.ts'
import { kindColourStyle } from '#web/happenings/kind.ts'
import { happeningsSearch } from '#web/happenings/search.ts'
import { unsentQuery } from '#web/outbox/unsent.ts'
import { ShiftChat } from '#web/shifts/shift-chat.tsx'
import { OverlapWarning, ShiftTimes, TimeUntilShift } from '#web/shifts/shift-times.tsx'
import { Avatar } from '#web/ui/avatar/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { addDays } from '#web/ui/date-time/days.ts'
import { Ago } from '#web/ui/date-time/moment.tsx'
import { bidiIsolate, formatCount, formatDayAndDate } from '#web/ui/format.ts'
import {
  CalendarIcon,
  ChatIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  ClockIcon,
  DocumentsIcon,
} from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { Card, CardEmpty, CardLine, CardMore } from './card.tsx'
import { DocLine } from './doc-line.tsx'
import { FirstStepsCard as FirstSteps } from './first-steps.tsx'
import { InstallAppCard as AsApp } from './install-app-card.tsx'
import { isFullySent, orderCards, teamsToFold } from './order.ts'
import { todayQuery } from './queries.ts'
import { useReadAhead } from './read-ahead.ts'
import { TeamLine } from './team-line.tsx'
import css from './today.module.css'
import { UnsentCard } from './unsent.tsx'
import { AdministrationCard, UnreadDocsCard, UnsentTeamsCard } from './waiting.tsx'

const NO_TEAMS: readonly TodayTeam[] = []

/** „Heute“: a card for each topic of the signed-in user, such as shifts, teams, documents and chats. */
export function TodayScreen() {
  const { data: today } = useSuspenseQuery(todayQuery)
  const { data: unsent } = useSuspenseQuery(unsentQuery(useCurrentUser()))
  const { date, shifts, teams, coming_teams = [], docs, chats, waiting } = today
  const waitingHere = unsent.filter(({ isLeaving }) => !isLeaving)
  useReadAhead(teams?.items ?? NO_TEAMS, shifts !== undefined)
  // Fixed on opening, so that no card moves under a finger; later cards are added below.
  const [first] = useState(() => orderCards(today, waitingHere.length))
  const order = new Set([...first, ...orderCards(today, waitingHere.length)])
  const cards = {
    device: <UnsentCard key="device" items={waitingHere} />,
    shifts: shifts && <NextShifts key="shifts" shifts={shifts} today={date} />,
    teams: teams && <TeamsCard key="teams" teams={teams} coming={coming_teams} today={date} />,
    unsent: waiting && <UnsentTeamsCard key="unsent" teams={waiting.unsent_teams} today={date} />,
    unreadDocs: waiting && <UnreadDocsCard key="unread" docs={waiting.unread_docs} />,
    docs: <OpenDocs key="docs" docs={docs} today={date} />,
    chats: <UnreadChats key="chats" chats={chats} />,
    administration: waiting && <AdministrationCard key="administration" waiting={waiting} />,
  }
  return (
    <Page title="Heute" aside={<span className={css['date']}>{formatDayAndDate(date)}</span>}>
      {waiting && <FirstSteps />}
      {order.size === 0 ? (
        <p className={css['calm']}>
          <CheckIcon /> Für Sie ist nichts offen. Neues steht hier von selbst.
        </p>
      ) : (
        <div className={css['cards']}>{[...order].map((name) => cards[name])}</div>
      )}
      {!waiting && <AsApp />}
    </Page>
  )
}

type ShiftsProps = { shifts: readonly Shift[]; today: string }

const NextShifts = ({ shifts, today }: ShiftsProps) => (
  <Card title="Meine Einsätze" icon={<ClockIcon />} all={<Link to="/shifts">Alle Einsätze</Link>}>
    {shifts.length === 0 && <CardEmpty>Zurzeit ist nichts für Sie geplant.</CardEmpty>}
    {shifts.map((shift) => (
      <ShiftLine
        key={shift.id}
        shift={shift}
        shifts={shifts}
        today={today}
        isNext={shift === shifts.find(({ cancelled }) => !cancelled)}
      />
    ))}
  </Card>
)

/** The next shift (`isNext`) is larger, and has a link to the chat of its team. */
function ShiftLine({ shift, shifts, today, isNext }: ShiftsProps & { shift: Shift; isNext: boolean }) {
  const { id, date, happening_name, name, type, ort, funktion, cancelled } = shift
  return (
    <div className={css['shift']} data-next={isNext || undefined} style={kindColourStyle(type)}>
      <CardLine
        link={<Link to="/shifts" search={{ start: date, shift: id }} />}
        what={
          cancelled ? (
            <>
              <s>
                <ShiftTimes shift={shift} today={today} />
              </s>{' '}
              <Badge tone="muted">Abgesagt</Badge>
            </>
          ) : (
            <>
              <ShiftTimes shift={shift} today={today} />
              {isNext && <TimeUntilShift shift={shift} />}
            </>
          )
        }
        more={
          <>
            <bdi>{happening_name}</bdi> – <bdi>{name}</bdi>
            {[isNext && ort, funktion].filter(Boolean).map((part) => ` · ${part}`)}
            <OverlapWarning shift={shift} shifts={shifts} />
          </>
        }
      />
      {isNext && <ShiftChat shift={shift} />}
    </div>
  )
}

type TeamsCardProps = { teams: NonNullable<Today['teams']>; coming: TodayTeam[]; today: string }

function TeamsCard({ teams: { items, count }, coming, today }: TeamsCardProps) {
  // Fixed on opening, so that nothing moves under a finger; completed teams are below or folded.
  const [folded] = useState(() => teamIds(teamsToFold(items, today)))
  const [sent] = useState(() => teamIds(items.filter(isFullySent)))
  const [isOpen, setOpen] = useState(false)
  const rest = items.filter(({ subhappening_id }) => folded.has(subhappening_id))
  const visible = [
    ...items.filter(({ subhappening_id: id }) => !folded.has(id) && !sent.has(id)),
    ...items.filter(({ subhappening_id: id }) => !folded.has(id) && sent.has(id)),
  ]
  return (
    <Card
      title="Meine Teams"
      icon={<CalendarIcon />}
      all={
        <Link to="/happenings" search={happeningsSearch({})}>
          Alle Veranstaltungen
        </Link>
      }
    >
      {items.length === 0 ? (
        <CardEmpty>Von gestern bis morgen haben Sie keine Zeiten zu erfassen.</CardEmpty>
      ) : (
        visible.map((team) => <TeamLine key={team.subhappening_id} team={team} today={today} isOwn />)
      )}
      {rest.length > 0 && (
        <button type="button" className={css['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>{formatCount(rest.length, 'Team', 'Teams')}, bei denen jetzt nichts zu tun ist</span>
          {isOpen ? <ChevronUpIcon size={18} /> : <ChevronDownIcon size={18} />}
        </button>
      )}
      {isOpen && rest.map((team) => <TeamLine key={team.subhappening_id} team={team} today={today} isOwn />)}
      <CardMore
        count={count - items.length}
        one="weiteres Team"
        many="weitere Teams"
        link={
          <Link
            to="/happenings"
            search={happeningsSearch({ start: addDays(today, -1), end: addDays(today, 1) })}
          />
        }
      />
      {coming.length > 0 && (
        <>
          <h3 className={css['later']}>An den nächsten Tagen</h3>
          {coming.map((team) => (
            <TeamLine key={team.subhappening_id} team={team} today={today} isOwn />
          ))}
        </>
      )}
    </Card>
  )
}

const teamIds = (teams: readonly TodayTeam[]) => new Set(teams.map(({ subhappening_id }) => subhappening_id))

function OpenDocs({ docs: { items, count }, today }: { docs: Today['docs']; today: string }) {
  return (
    <Card
      title="Offene Prozesse"
      icon={<DocumentsIcon />}
      all={
        <Link to="/docs" search={defaultDocsSearch}>
          Alle Prozesse
        </Link>
      }
    >
      {items.length === 0 ? (
        <CardEmpty>Sie sind mit allem fertig. Schön!</CardEmpty>
      ) : (
        items.map((doc) => <DocLine key={doc.id} doc={doc} today={today} />)
      )}
      <CardMore
        count={count - items.length}
        one="weiterer Prozess"
        many="weitere Prozesse"
        link={<Link to="/docs" search={defaultDocsSearch} />}
      />
    </Card>
  )
}

function UnreadChats({ chats: { items, count } }: { chats: Today['chats'] }) {
  return (
    <Card
      title="Ungelesene Chats"
      icon={<ChatIcon />}
      all={
        <Link to="/chat" search={defaultChatSearch}>
          Alle Chats
        </Link>
      }
    >
      {items.length === 0 ? (
        <CardEmpty>Sie haben alles gelesen.</CardEmpty>
      ) : (
        items.map(({ kind, id, name, user_id, ...last }) => (
          <CardLine
            key={`${kind}/${id}`}
            link={
              <Link
                to="/chat/$room/$group_id"
                params={{ room: kind, group_id: id }}
                search={defaultChatSearch}
              />
            }
            start={<Avatar name={name} id={user_id} isGroup={kind === 'groups'} />}
            what={<bdi>{name}</bdi>}
            more={<LastMessage {...last} />}
          />
        ))
      )}
      <CardMore
        count={count - items.length}
        one="weiterer Chat"
        many="weitere Chats"
        link={<Link to="/chat" search={defaultChatSearch} />}
      />
    </Card>
  )
}

type LastMessageProps = Pick<
  Today['chats']['items'][number],
  'last_message' | 'last_message_at' | 'last_message_by'
>

/** 'Georg Groß: Mit Käse bitte! · vor 5 Minuten'. */
function LastMessage({ last_message, last_message_at, last_message_by }: LastMessageProps) {
  if (!last_message || !last_message_at) return 'Neue Nachricht'
  return (
    <span className={css['last']}>
      <span>
        {last_message_by && `${bidiIsolate(last_message_by.display_name)}: `}
        <bdi>{last_message}</bdi>
      </span>
      <time dateTime={last_message_at}>
        <Ago at={last_message_at} />
      </time>
    </span>
  )
}

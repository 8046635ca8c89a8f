import { Link } from '@tanstack/react-router'
import type { AdminTasks } from '#contract/today.ts'
import { UNSENT_FILTER } from '#contract/words/happenings.ts'
import { reminderDaysBack } from '#contract/words/today.ts'
import { defaultDocsSearch } from '#web/docs/search.ts'
import { happeningsSearch } from '#web/happenings/search.ts'
import { addDays } from '#web/ui/date-time/days.ts'
import { Ago } from '#web/ui/date-time/moment.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { DocumentsIcon, RefreshIcon, SendIcon } from '#web/ui/icon.tsx'
import { usersSearch } from '#web/users/search.ts'
import { Card, CardEmpty, CardLine, CardMore } from './card.tsx'
import { TeamLine } from './team-line.tsx'

// Cards for administrators.

export function UnsentTeamsCard({ teams, today }: { teams: AdminTasks['unsent_teams']; today: string }) {
  const search = happeningsSearch({
    start: addDays(today, -reminderDaysBack),
    end: addDays(today, -1),
    status: UNSENT_FILTER,
  })
  return (
    <Card
      title="Noch nicht gesendet"
      icon={<SendIcon />}
      all={
        teams.items.length > 0 && (
          <Link to="/happenings" search={search}>
            Alle zeigen
          </Link>
        )
      }
    >
      {teams.items.length === 0 ? (
        <CardEmpty>Aus den letzten {reminderDaysBack} Tagen ist nichts offen.</CardEmpty>
      ) : (
        teams.items.map((team) => <TeamLine key={team.subhappening_id} team={team} today={today} />)
      )}
      <CardMore
        count={teams.count - teams.items.length}
        one="weiteres Team"
        many="weitere Teams"
        link={<Link to="/happenings" search={search} />}
      />
    </Card>
  )
}

export const UnreadDocsCard = ({ docs }: { docs: AdminTasks['unread_docs'] }) =>
  docs.items.length > 0 && (
    <Card title="Noch nicht geöffnet" icon={<DocumentsIcon />}>
      {docs.items.map(({ id, name }) => (
        <CardLine
          key={id}
          link={<Link to="/docs/$doc_id/people" params={{ doc_id: id }} />}
          what={<bdi>{name}</bdi>}
          more="Für wen er bestimmt ist"
        />
      ))}
      <CardMore
        count={docs.count - docs.items.length}
        one="weiterer Prozess"
        many="weitere Prozesse"
        link={<Link to="/docs" search={{ ...defaultDocsSearch, status: 'Aktiv' }} />}
      />
    </Card>
  )

export const AdministrationCard = ({
  waiting: { syncs, without_password, not_invited },
}: {
  waiting: AdminTasks
}) =>
  (syncs.length > 0 || without_password > 0) && (
    <Card title="Verwaltung" icon={<RefreshIcon />}>
      {without_password > 0 && (
        <CardLine
          link={<Link to="/users" search={usersSearch({ filter_status: 'Ohne Zugang' })} />}
          what={`${formatCount(without_password, 'Person', 'Personen')} ohne Zugang`}
          more={notInvitedText(not_invited, without_password)}
        />
      )}
      {syncs.map((sync) => (
        <SyncLine key={sync.kind} {...sync} />
      ))}
    </Card>
  )

const notInvitedText = (count: number, all: number) =>
  count === 0
    ? 'Alle sind eingeladen.'
    : count === all
      ? 'Laden Sie sie ein.'
      : `${formatNumber(count)} davon noch nicht eingeladen.`

function SyncLine({ kind, finished_at, outcome }: AdminTasks['syncs'][number]) {
  const link = kind === 'users' ? <Link to="/users/sync" /> : <Link to="/happenings/sync" />
  return (
    <CardLine
      link={link}
      what={kind === 'users' ? 'Abgleich der Benutzer' : 'Abgleich der Veranstaltungen'}
      more={
        <>
          {finished_at === null ? 'noch nie abgeglichen' : <Ago at={finished_at} />}
          {outcome !== null && ` · ${outcomeTexts[outcome]}`}
        </>
      }
    />
  )
}

const outcomeTexts = {
  done: 'übernommen',
  nothing: 'nichts Neues',
  partly: 'teilweise übernommen',
  failed: 'fehlgeschlagen',
}

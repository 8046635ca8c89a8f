// Details of one's own shift, with recorders to contact.
import type { Shift } from '#contract/shifts.ts'
import { useOpenDirectChat } from '#web/chat/queries.ts'
import { defaultTimesheetSearch } from '#web/happenings/search.ts'
import { Button } from '#web/ui/button.tsx'
import { type DetailItem, DetailsList } from '#web/ui/details-list.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { formatDayAndDate, formatHours } from '#web/ui/format.ts'
import { CalendarIcon, ChatIcon, ClockIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { ShiftChat } from './shift-chat.tsx'
import css from './shifts.module.css'
import { TimeSpan } from './time-span.tsx'
import { weeksSearch } from './weeks.ts'

type Props = { shift: Shift; onClose: () => void }

export function ShiftDialog({ shift, onClose }: Props) {
  const { happening_id, subhappening_id, can, recorders = [] } = shift
  return (
    <Modal title={shift.happening_name} onClose={onClose}>
      <div className={css['sheet']}>
        <DetailsList items={shiftDetails(shift)} />
        {recorders.length > 0 && (
          <section>
            <h3>Fragen zu Ihren Zeiten</h3>
            <ul>
              {recorders.map((person) => (
                <TeamRecorder key={person.id} {...person} />
              ))}
            </ul>
          </section>
        )}
        <div className="buttons">
          <ShiftChat shift={shift} />
          {can.open && (
            <LinkButton
              to="/happenings/$happening_id/$subhappening_id/timesheet"
              params={{ happening_id, subhappening_id }}
              search={defaultTimesheetSearch}
              icon={<ClockIcon />}
            >
              Zeiten des Teams
            </LinkButton>
          )}
          <LinkButton
            from="/shifts"
            to="/shifts"
            search={weeksSearch}
            hash="kalender"
            icon={<CalendarIcon />}
          >
            In den Kalender
          </LinkButton>
        </div>
      </div>
    </Modal>
  )
}

function shiftDetails(shift: Shift): DetailItem[] {
  const { date, name, ort, funktion, aufgabe, soll_von, soll_bis, soll_duration, note } = shift
  const facts: (DetailItem | undefined | null | false | '')[] = [
    { name: 'Tag', value: formatDayAndDate(date) },
    {
      name: 'Geplant',
      value: (
        <>
          <TimeSpan von={soll_von} bis={soll_bis} />
          {soll_duration > 0 && `, ${formatHours(soll_duration)}`}
        </>
      ),
    },
    { name: 'Team', value: <bdi>{name}</bdi> },
    ort && { name: 'Ort', value: <bdi>{ort}</bdi> },
    funktion && { name: 'Funktion', value: <bdi>{funktion}</bdi> },
    aufgabe && { name: 'Aufgabe', value: <bdi>{aufgabe}</bdi> },
    { name: 'Erfasst', value: <RecordedTimes {...shift} /> },
    note && { name: 'Notiz', value: <bdi>{note}</bdi> },
  ]
  return facts.filter((fact) => typeof fact === 'object' && fact !== null)
}

function RecordedTimes({ ist_von, ist_bis, ist_duration, ist_pause, absent, cancelled, submitted }: Shift) {
  if (absent) return 'Nicht gekommen'
  if (ist_von === null || ist_bis === null) return cancelled ? 'Abgesagt' : 'Noch nicht'
  return (
    <>
      <TimeSpan von={ist_von} bis={ist_bis} />, {formatHours(ist_duration)}
      {ist_pause !== null && `, ${ist_pause} Minuten Pause`}
      {submitted && ' · übermittelt'}
    </>
  )
}

/** A recorder of the team, with a link to the chat. */
function TeamRecorder({ id, display_name }: { id: number; display_name: string }) {
  const me = useCurrentUser()
  const writeTo = useOpenDirectChat()
  return (
    <li>
      <bdi>{display_name}</bdi>
      {id === me.id ? (
        ' (Sie selbst)'
      ) : (
        <Button size="small" icon={<ChatIcon />} onClick={() => void writeTo(id)}>
          Nachricht<span className="only-read"> an {display_name}</span>
        </Button>
      )}
    </li>
  )
}

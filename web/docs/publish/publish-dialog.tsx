// Dialog for distributing a process: audience, start, due date, handing in, notification, and rounds.
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { docStatusesForStaff } from '#contract/document/statuses.ts'
import type { HandInKind } from '#contract/results.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { groupsQuery } from '#web/groups/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { today } from '#web/ui/date-time/days.ts'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { useTypedState } from '#web/ui/date-time/typed-value.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { FormRow } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { ChooseGroups } from './choose-groups.tsx'
import { OpenPlacesNotice } from './open-places.tsx'
import css from './publish.module.css'
import {
  audiencePreviewQuery,
  cancelPublishing,
  isSameRepeatRule,
  publish,
  publishSettingsQuery,
  setRepeats,
} from './queries.ts'
import { RepeatFields, useRepeatFields } from './repeat-fields.tsx'
import { audienceInWords, publishedInWords } from './words.ts'

type Props = {
  doc: Pick<Doc, 'id' | 'name' | 'content' | 'status' | 'publish_at'>
  onClose: () => void
}

const audienceChoices = [
  { value: 'groups', text: 'Bestimmte Gruppen' },
  { value: 'all', text: 'Alle' },
] as const
const startChoices = [
  { value: 'now', text: 'Sofort' },
  { value: 'later', text: 'Später' },
] as const

const handInChoices = [
  { value: 'no', text: 'alles ausgefüllt hat' },
  { value: 'plain', text: 'abgegeben hat' },
  { value: 'signed', text: 'abgegeben und unterschrieben hat' },
] as const

export function PublishDialog({ doc, onClose }: Props) {
  const isPublished = doc.status === 'Aktiv'
  const canWait = !docStatusesForStaff.includes(doc.status)
  const before = useSuspenseQuery(publishSettingsQuery(doc.id)).data
  const all = useSuspenseQuery(groupsQuery).data
  const navigate = useNavigate()
  const [isPublic, setPublic] = useState(before.public)
  const [groups, setGroups] = useState<readonly string[]>(before.groups)
  const [start, setStart] = useState<'now' | 'later'>('now')
  const day = useTypedState(null)
  const time = useTypedState('08:00:00')
  const due = useTypedState(before.due_on)
  const [handIn, setHandIn] = useState<HandInKind | 'no'>(before.hand_in ?? 'no')
  const [notify, setNotify] = useState(true)
  const repeating = useRepeatFields(before.repeats)
  // A process that nobody has seen yet has no rounds.
  const mayRepeat = isPublished || before.repeats !== undefined
  const visibility = { public: isPublic, groups: [...groups] }
  const isLater = canWait && start === 'later'
  const isPast = isLater && day.value !== null && day.value < today()
  const isForNobody = !isPublic && groups.length === 0
  const isRoundChanged = !isSameRepeatRule(before.repeats, repeating.repeats)
  const isUntouched =
    isPublic === before.public &&
    groups.join('\n') === before.groups.join('\n') &&
    due.value === before.due_on &&
    handIn === (before.hand_in ?? 'no') &&
    !isLater
  /** Only the rounds were changed. Saving them must not publish a process that is not „Aktiv“. */
  const isAboutRounds = !isPublished && isRoundChanged && isUntouched
  const submit = async () => {
    // The field itself shows the error.
    if ((isLater ? [day, time, due] : [due]).some(({ invalidText }) => invalidText !== undefined)) return
    if (repeating.isInvalid) return
    if (isAboutRounds) {
      toast(await setRepeats(doc.id, repeating.repeats))
      onClose()
      return
    }
    const from = isLater && day.value && time.value ? `${day.value}T${time.value.slice(0, 5)}` : null
    const { publish_at, ...reached } = await publish(doc.id, {
      ...visibility,
      from,
      due_on: due.value,
      notify,
      hand_in: handIn === 'no' ? null : handIn,
    })
    const round = isRoundChanged && (await setRepeats(doc.id, repeating.repeats))
    const show = () => void navigate({ to: '/docs/$doc_id/people', params: { doc_id: doc.id } })
    toast(
      publish_at
        ? [`Wird am ${formatDateTime(publish_at).slice(0, 16)} veröffentlicht.`, round]
            .filter(Boolean)
            .join(' ')
        : [publishedInWords(reached, isPublished), round].filter(Boolean).join(' '),
      publish_at ? {} : { action: { text: 'Stand', onPick: show } },
    )
    onClose()
  }
  return (
    <FormDialog
      title="Verteilen"
      size="medium"
      verb={isPublished || isAboutRounds ? 'Speichern' : isLater ? 'Einplanen' : 'Veröffentlichen'}
      isReady={
        (!isForNobody || isAboutRounds) &&
        repeating.isFit &&
        !(isLater && !(day.value && time.value)) &&
        !isPast
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {doc.publish_at && <ScheduledNotice doc={doc} onClose={onClose} />}
      <OpenPlacesNotice doc={doc} onClose={onClose} />
      <Select
        label="Für wen"
        name="public"
        choices={audienceChoices}
        value={isPublic ? 'all' : 'groups'}
        onChange={(audience) => setPublic(audience === 'all')}
      />
      {!isPublic && <ChooseGroups all={all} chosen={groups} onChange={setGroups} />}
      <AudiencePreview doc_id={doc.id} audience={visibility} isForNobody={isForNobody} />
      {canWait && (
        <Select label="Ab wann" name="from" choices={startChoices} value={start} onChange={setStart} />
      )}
      {isLater && (
        <FormRow>
          <DateField
            label="Tag"
            error={isPast ? 'Dieser Tag liegt in der Vergangenheit.' : undefined}
            {...day}
          />
          <TimeInput label="Uhrzeit" {...time} />
        </FormRow>
      )}
      <DateField
        label="Frist"
        name="due_on"
        hint="Bis zu diesem Tag sollen alle fertig sein. Ausfüllen lässt sich der Prozess auch danach."
        {...due}
      />
      <Select
        label="Fertig ist, wer …"
        name="hand_in"
        choices={handInChoices}
        value={handIn}
        onChange={setHandIn}
      />
      <Checkbox
        label="Auf den Geräten melden"
        name="notify"
        hint={
          isPublished
            ? 'Wer den Prozess schon hatte, bekommt keine Meldung.'
            : 'Wer gerade Ruhe hat, findet ihn unter „Heute“.'
        }
        checked={notify}
        onChange={setNotify}
      />
      {mayRepeat && <RepeatFields {...repeating} />}
    </FormDialog>
  )
}

type AudiencePreviewProps = {
  doc_id: number
  audience: { public: boolean; groups: string[] }
  isForNobody: boolean
}

/** Number of people reached, counted by the server. */
function AudiencePreview({ doc_id, audience, isForNobody }: AudiencePreviewProps) {
  const { data } = useQuery({
    ...audiencePreviewQuery(doc_id, audience),
    enabled: !isForNobody,
    placeholderData: keepPreviousData,
  })
  return (
    <output className={css['audience']}>
      {isForNobody ? 'Wählen Sie mindestens eine Gruppe.' : data ? audienceInWords(data) : 'Wird gezählt …'}
    </output>
  )
}

/** Says when the process will be published, with a button to cancel. */
function ScheduledNotice({ doc: { id, publish_at }, onClose }: Props) {
  const take = async () => {
    await cancelPublishing(id)
    toast('Planung zurückgenommen')
    onClose()
  }
  return (
    <Notice
      action={
        <Button size="small" onClick={take}>
          Zurücknehmen
        </Button>
      }
    >
      Eingeplant für {formatDateTime(publish_at).slice(0, 16)}.
    </Notice>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { KnownPerson } from '#contract/times.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/field/combobox.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import type { PartIds } from '../../queries.ts'
import { addablePeopleQuery } from '../queries.ts'
import { addPerson, dropUnsentPerson, onPersonAdded, unsentPersonText, useUnsentPeople } from './people.ts'
import css from './unplanned.module.css'

type Props = {
  part: Subhappening
  /** The dialog is open. */
  isAdding: boolean
  onClose: () => void
  onAdded: (timeentry_id: number) => void
}

/** Unplanned people: the dialog to add one, and those not yet on the server. */
export function UnplannedPeople({ part: { happening_id, id }, isAdding, onClose, onAdded }: Props) {
  const { id: user } = useCurrentUser()
  const part = { happening_id, subhappening_id: id }
  const onArrived = useEffectEvent(onAdded)
  useEffect(() => onPersonAdded(id, (timeentry_id) => onArrived(timeentry_id)), [id])
  const late = useUnsentPeople(user, id).filter(({ sendState }) => sendState.state !== 'sending')
  return (
    <>
      {late.map(({ key, args, sendState }) => (
        <Notice
          key={key}
          tone={sendState.problem === undefined ? 'info' : 'danger'}
          action={
            <Button size="small" onClick={() => dropUnsentPerson(user, key)}>
              Verwerfen
            </Button>
          }
        >
          {unsentPersonText(args.person, sendState)}
        </Notice>
      ))}
      {isAdding && (
        <AddPersonDialog part={part} onAdd={(person) => addPerson(user, part, person)} onClose={onClose} />
      )}
    </>
  )
}

type AddPersonDialogProps = { part: PartIds; onAdd: (person: KnownPerson) => void; onClose: () => void }

const emptyPerson: KnownPerson = {
  last_name: null,
  first_name: null,
  personalnummer: null,
  subcontractor: null,
}
const MAX_NAME_LENGTH = 100 // characters

/** Chooses a person known from other teams, or takes a typed name. */
function AddPersonDialog({ part, onAdd, onClose }: AddPersonDialogProps) {
  const [person, setPerson] = useState(emptyPerson)
  const [isChosen, setIsChosen] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const type = (field: keyof KnownPerson) => (text: string) => setPerson({ ...person, [field]: text || null })
  const chooseAnew = ({ currentTarget }: { currentTarget: HTMLButtonElement }) => {
    setPerson(emptyPerson)
    setIsChosen(false)
    currentTarget.form?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }
  const field = (name: keyof KnownPerson) => ({
    name,
    maxLength: MAX_NAME_LENGTH,
    autoComplete: 'off',
    value: person[name] ?? '',
    onChange: type(name),
  })
  const isNamed = person.last_name !== null && person.last_name.trim() !== ''
  const add = () => {
    setIsSubmitted(true)
    if (!isNamed) return
    onAdd(person)
    onClose()
  }
  return (
    <FormDialog title="Person hinzufügen" size="medium" verb="Hinzufügen" onSubmit={add} onClose={onClose}>
      <PeopleSearch
        part={part}
        onPick={(person) => {
          setPerson(person)
          setIsChosen(true)
        }}
      />
      <output className={css['chosen']}>
        {isChosen ? (
          <>
            <span>
              Gewählt: <b>{lastNameFirst(person)}</b>
              {companyAndNumber(person) && ` · ${companyAndNumber(person)}`}
            </span>
            <Button size="small" onClick={chooseAnew}>
              Jemand anderes
            </Button>
          </>
        ) : (
          'oder'
        )}
      </output>
      {!isChosen && (
        <>
          <TextField
            label="Nachname"
            {...field('last_name')}
            error={isSubmitted && !isNamed ? 'Bitte geben Sie den Nachnamen an.' : undefined}
          />
          <TextField label="Vorname" {...field('first_name')} />
          <TextField label="Firma" hint="Nur für Personen einer anderen Firma" {...field('subcontractor')} />
        </>
      )}
    </FormDialog>
  )
}

const lastNameFirst = ({ last_name, first_name }: KnownPerson) =>
  [last_name, first_name].filter(Boolean).join(', ')
const companyAndNumber = ({ subcontractor, personalnummer }: KnownPerson) =>
  [subcontractor, personalnummer && `Nr. ${personalnummer}`].filter(Boolean).join(' · ') || undefined

type PeopleSearchProps = { part: PartIds; onPick: (person: KnownPerson) => void }

function PeopleSearch({ part, onPick }: PeopleSearchProps) {
  const [text, setText] = useState('')
  const { data, isFetching, failureReason } = useQuery(addablePeopleQuery(part, text))
  return (
    <Combobox
      label="Aus anderen Teams"
      placeholder="Name, Personalnummer oder Firma …"
      items={data?.people ?? []}
      itemKey={(person) => Object.values(person).join('\n')}
      itemText={lastNameFirst}
      itemNote={companyAndNumber}
      more={data?.more ?? false}
      loading={isFetching}
      problem={failureReason}
      onSearch={setText}
      onPick={onPick}
    />
  )
}

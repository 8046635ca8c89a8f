// Setup steps: on „Heute“ until finished or dismissed, and always under „Betrieb“.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { type FirstStep, optionalSteps } from '#contract/words/first-steps.ts'
import { CompanyDialog } from '#web/company/company.tsx'
import { dismissFirstSteps, firstStepsQuery } from '#web/company/queries.ts'
import { defaultDocsSearch } from '#web/docs/search.ts'
import { isInstalledApp } from '#web/push/platform.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icon.tsx'
import { usersSearch } from '#web/users/search.ts'
import { Card, CardLine } from './card.tsx'
import css from './first-steps.module.css'

type StepTexts = {
  what: string
  more: string
  /** Absent if it opens a dialog. */
  link?: ComponentProps<typeof CardLine>['link']
}

const stepTexts: Record<FirstStep, StepTexts> = {
  password: {
    what: 'Eigenes Passwort wählen',
    more: 'Das ausgedachte kennt auch, wer den Server gestartet hat.',
    link: <Link to="/profile" hash="passwort" />,
  },
  second_factor: {
    what: 'Konto mit einem zweiten Faktor schützen',
    more: 'Passkey oder Einmalcodes, unter „Mein Profil“.',
    link: <Link to="/profile" hash="passkeys" />,
  },
  company: {
    what: 'Name und Logo der Firma',
    more: 'Stehen über jedem Bildschirm, vor der Anmeldung und auf jedem PDF.',
  },
  people: {
    what: 'Personen anlegen',
    more: 'Aus einer Datei, mit ihren Gruppen, oder aus der Personalplanung.',
    link: <Link to="/users/import" />,
  },
  groups: {
    what: 'Gruppen bilden',
    more: 'Wer zusammengehört, sieht dieselben Prozesse und hat einen Chat.',
    link: <Link to="/groups" />,
  },
  process: {
    what: 'Den ersten Prozess veröffentlichen',
    more: 'Beginnen Sie mit einer der sechs Vorlagen.',
    link: <Link to="/docs/add" search={defaultDocsSearch} />,
  },
  invite: {
    what: 'Alle einladen',
    more: 'Per E-Mail, oder mit einem Bogen zum Ausdrucken.',
    link: <Link to="/users/invite" search={usersSearch({ filter_status: 'Ohne Zugang' })} />,
  },
  install: {
    what: 'Die App auf diesem Gerät',
    more: 'Installieren und Benachrichtigungen einschalten, unter „Mein Profil“.',
    link: <Link to="/profile" hash="app" />,
  },
}

export function FirstStepsCard() {
  const steps = useQuery(firstStepsQuery).data
  if (!steps || steps.put_away || openSteps(steps.steps).length === 0) return null
  return (
    <Card
      title="Erste Schritte"
      icon={<CheckIcon />}
      all={
        <Button variant="quiet" size="small" onClick={() => dismissFirstSteps(true)}>
          Ausblenden
        </Button>
      }
    >
      <Steps steps={steps.steps} />
    </Card>
  )
}

/** All steps, finished ones included. */
export function AllFirstSteps() {
  const steps = useQuery(firstStepsQuery).data
  if (!steps) return null
  return (
    <>
      <div className={css['again']}>
        <Steps steps={steps.steps} />
      </div>
      {steps.put_away && openSteps(steps.steps).length > 0 && (
        <Button size="small" onClick={() => dismissFirstSteps(false)}>
          Unter „Heute“ wieder zeigen
        </Button>
      )}
    </>
  )
}

type StepStates = { step: FirstStep; is_done: boolean }[]

const openSteps = (steps: StepStates) =>
  steps.filter(({ step, is_done }) => !is_done && !optionalSteps.has(step))

function Steps({ steps }: { steps: StepStates }) {
  const [isNaming, setIsNaming] = useState(false)
  return (
    <>
      <ul className={css['steps']}>
        {steps.map(({ step, is_done }) => (
          <li key={step}>
            <Step
              step={step}
              isDone={is_done || (step === 'install' && isInstalledApp())}
              onName={() => setIsNaming(true)}
            />
          </li>
        ))}
      </ul>
      {isNaming && <CompanyDialog onClose={() => setIsNaming(false)} />}
    </>
  )
}

function Step({ step, isDone, onName }: { step: FirstStep; isDone: boolean; onName: () => void }) {
  const { what, more, link } = stepTexts[step]
  return (
    <CardLine
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the line's words are put into it
      link={link ?? <button type="button" onClick={onName} />}
      start={
        <span className={css['sign']} data-done={isDone}>
          {isDone && <CheckIcon size={16} />}
        </span>
      }
      what={
        <>
          {what}
          <span className="only-read">{isDone ? ', getan' : ', noch offen'}</span>
          {optionalSteps.has(step) && !isDone && <span className={css['optional']}> · wenn Sie möchten</span>}
        </>
      }
      more={!isDone && more}
    />
  )
}

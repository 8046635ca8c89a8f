import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Anonymisation, AnonymisationEffect } from '#contract/privacy.ts'
import { useBackTo } from '#web/forms/over-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, QueryFailed } from '#web/ui/states.tsx'
import { userQuery } from '#web/users/queries.ts'
import { spokenName } from '#web/users/spoken-name.ts'
import { DataExport } from './data-export.tsx'
import css from './privacy.module.css'
import { type AnonymiseScope, anonymisationQuery, anonymise } from './queries.ts'

const route = getRouteApi('/signed-in/users/$user_id')

/** Data stored about a person: export, and anonymising after they have left. */
export function DataDialog() {
  const { user_id } = route.useParams()
  const user = useSuspenseQuery(userQuery(user_id)).data
  const back = useBackTo('/users')
  return (
    <Modal title={`Daten von ${spokenName(user)}`} size="medium" onClose={back}>
      <div className={css['dialog']}>
        <section>
          <h3>Auskunft</h3>
          <p>
            Alles, was über diese Person gespeichert ist: zum Lesen als PDF, zum Weitergeben als JSON. Was in
            Chats zu zweit gesagt wurde, gibt nur die Person selbst heraus.
          </p>
          <DataExport whose={{ user_id }} isFirst />
        </section>
        {!user.is_anonymised && <AnonymiseSection user_id={user_id} name={spokenName(user)} onDone={back} />}
        {user.is_anonymised && <Notice>Diese Person ist anonymisiert. Ihr Name steht nirgends mehr.</Notice>}
        <FormActions>
          <Button onClick={back}>Schließen</Button>
        </FormActions>
      </div>
    </Modal>
  )
}

type Props = { user_id: number; name: string; onDone: () => void }

function AnonymiseSection({ user_id, name, onDone }: Props) {
  const [wanted, setWanted] = useState<AnonymiseScope>({ messages: false, answers: false })
  const query = useQuery(anonymisationQuery(user_id, wanted))
  const { data, error, isPlaceholderData } = query
  const act = async () => {
    const isDone = await confirm({
      title: `Soll ${name} wirklich anonymisiert werden?`,
      children: (
        <p>
          Die Person heißt danach überall „{data?.called}“ und kann sich nicht mehr anmelden. Das lässt sich
          nicht zurücknehmen.
        </p>
      ),
      verb: 'Anonymisieren',
      danger: true,
      act: () => anonymise(user_id, wanted),
      done: 'Person anonymisiert',
    })
    if (!isDone) return
    onDone()
  }
  return (
    <section aria-label="Anonymisieren">
      <h3>Anonymisieren</h3>
      {error && !data && <QueryFailed query={query} />}
      {!data && !error && <Loading />}
      {data && data.refused !== null && <Notice tone="warning">{data.refused}</Notice>}
      {data?.refused === null && (
        <p>
          Die Person heißt danach überall „{data.called}“. Niemand erfährt mehr, wer sie war, auch Sie nicht.
        </p>
      )}
      {/* Shown also if the preview has failed, so that the user can choose differently. */}
      {(data ? data.refused === null : error) && (
        <div className={css['choices']}>
          <Checkbox
            label="Eigene Nachrichten und Bilder mit löschen"
            checked={wanted.messages}
            onChange={(messages) => setWanted({ ...wanted, messages })}
          />
          <Checkbox
            label="Angaben in Prozessen und Runden mit löschen"
            checked={wanted.answers}
            onChange={(answers) => setWanted({ ...wanted, answers })}
          />
        </div>
      )}
      {data?.refused === null && (
        <>
          <AnonymisationPreview {...data} />
          <div>
            <Button variant="danger" disabled={isPlaceholderData} onClick={() => void act()}>
              Anonymisieren …
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function AnonymisationPreview({ goes, stays, called, personnel_numbers }: Anonymisation) {
  return (
    <>
      <AnonymisationEffectList title="Das wird entfernt" fates={goes} />
      <AnonymisationEffectList title={`Das bleibt unter „${called}“`} fates={stays}>
        {personnel_numbers.length > 0 && (
          <p className="quiet">Zeiten gefunden unter Personalnummer {personnel_numbers.join(', ')}.</p>
        )}
      </AnonymisationEffectList>
    </>
  )
}

function AnonymisationEffectList({
  title,
  fates,
  children,
}: {
  title: string
  fates: AnonymisationEffect[]
  children?: ReactNode
}) {
  if (fates.length === 0) return null
  return (
    <div className={css['fates']}>
      <h4>{title}</h4>
      <ul aria-label={title}>
        {fates.map(({ name, what, count, why }) => (
          <li key={name}>
            <span className={css['fate']}>
              <span>{what}</span>
              <b>{formatNumber(count)}</b>
            </span>
            {why !== null && <span className="quiet">{why}</span>}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { InvitationOverview } from '#contract/invitations.ts'
import type { InvitationChannel } from '#contract/words/users.ts'
import { errorSentence } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { useIfStillHere } from '#web/shell/use-while-here.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { CopyIcon, DownloadIcon, SendIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { peopleInWords } from '#web/users/people-in-words.ts'
import { userQuery } from '#web/users/queries.ts'
import { spokenName } from '#web/users/spoken-name.ts'
import css from './invitations.module.css'
import { overviewQuery, sendInvitations } from './queries.ts'

const route = getRouteApi('/signed-in/users/invite')

export const loadOverview = () => queryClient.fetchQuery(overviewQuery)

/** Parses the ids in the dialog's address. */
const parseIds = (ids = '') => (/^\d{1,9}(,\d{1,9})*$/.test(ids) ? ids.split(',').map(Number) : undefined)

/** Invites selected people, one person, or everybody without access. */
export function InviteDialog() {
  const userIds = parseIds(route.useSearch().ids)
  const overview = useSuspenseQuery(overviewQuery).data
  const { can_mail, only_here, without_access, with_email, not_invited } = overview
  const navigate = useNavigate({ from: '/users/invite' })
  const whileHere = useIfStillHere()
  const close = () =>
    void whileHere(() => navigate({ to: '/users', search: ({ ids: _ids, ...list }) => list, replace: true }))
  const [busy, setBusy] = useState<InvitationChannel>()
  const [problem, setProblem] = useState('')
  const [link, setLink] = useState<string>()
  const [again, setAgain] = useState(false)
  const unreachable = without_access - with_email
  const count = userIds?.length ?? (again ? without_access : not_invited)
  const isOne = userIds?.length === 1

  const start = async (way: InvitationChannel) => {
    setBusy(way)
    setProblem('')
    try {
      const { invited, left_out, path, sheet } = await sendInvitations(way, userIds, again)
      if (path !== null) return setLink(`${location.origin}${path}`)
      if (sheet !== null) savePdf(sheet)
      toast(`${peopleInWords(invited)} eingeladen${left_out > 0 ? `, ${leftOutText(left_out, way)}` : ''}`)
      close()
    } catch (error) {
      setProblem(errorSentence(error))
    } finally {
      setBusy(undefined)
    }
  }

  if (link !== undefined) return <InvitationLinkDialog link={link} onClose={close} />
  const button = (way: InvitationChannel, text: string, icon: typeof SendIcon) => {
    const Icon = icon
    return (
      <Button
        key={way}
        variant={way === (can_mail ? 'email' : 'sheet') ? 'primary' : 'plain'}
        icon={<Icon />}
        data-autofocus={way === (can_mail ? 'email' : 'sheet') ? '' : undefined}
        pending={busy === way}
        disabled={busy !== undefined && busy !== way}
        onClick={() => void start(way)}
      >
        {text}
      </Button>
    )
  }
  return (
    <Modal title="Einladen" size="medium" onClose={close} busy={busy !== undefined}>
      <div className={css['dialog']}>
        <p>
          {userIds === undefined ? (
            all(overview)
          ) : isOne ? (
            <One id={userIds[0] as number} />
          ) : (
            `${peopleInWords(count)} einladen.`
          )}
        </p>
        <p>
          Jede Person bekommt einen Link und wählt damit ihr eigenes Passwort. Er gilt einmal und 72 Stunden;
          ein früherer gilt nicht mehr.
        </p>
        {userIds !== undefined && <p className="quiet">Wer schon ein Passwort hat, wählt damit ein neues.</p>}
        {userIds === undefined && not_invited < without_access && (
          <Checkbox label="Auch schon Eingeladene noch einmal" checked={again} onChange={setAgain} />
        )}
        {userIds === undefined && can_mail && unreachable > 0 && (
          <Notice>
            {peopleInWords(unreachable)} {unreachable === 1 ? 'hat' : 'haben'} keine E-Mail-Adresse: Dafür ist
            der Bogen.
          </Notice>
        )}
        {only_here !== null && <Notice tone="warning">{only_here}</Notice>}
        {problem !== '' && <Notice tone="danger">{problem}</Notice>}
        <FormActions>
          <Button onClick={close}>Abbrechen</Button>
          {count > 0 && (
            <>
              {isOne && button('link', 'Link anlegen', CopyIcon)}
              {button('sheet', 'Bogen als PDF', DownloadIcon)}
              {can_mail && button('email', 'E-Mail senden', SendIcon)}
            </>
          )}
        </FormActions>
      </div>
    </Modal>
  )
}

/**
 * Text about users who were not invited: by mail those without an address, on a PDF sheet those beyond its maximum.
 * The next sheet begins with them.
 */
const leftOutText = (count: number, way: InvitationChannel) =>
  way === 'email'
    ? `${formatNumber(count)} ohne E-Mail-Adresse ausgelassen`
    : `${formatNumber(count)} noch nicht: Laden Sie diese gleich noch einmal ein`

function all({ without_access, not_invited }: InvitationOverview) {
  if (without_access === 0) return 'Alle haben schon einen Zugang.'
  const invited = without_access - not_invited
  return `${peopleInWords(without_access)} ${without_access === 1 ? 'hat' : 'haben'} noch keinen Zugang${invited > 0 ? `, davon eingeladen: ${formatNumber(invited)}` : ''}.`
}

function One({ id }: { id: number }) {
  const { data } = useQuery(userQuery(id))
  return data ? (
    <>
      <bdi>{spokenName(data)}</bdi> einladen.
    </>
  ) : (
    '1 Person einladen.'
  )
}

/** Shows the link for one user. It cannot be shown again. */
function InvitationLinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const copy = () => copyText(link, { said: 'Link kopiert', what: 'den Link' })
  return (
    <Modal title="Link zum Weitergeben" onClose={onClose}>
      <div className={css['dialog']}>
        <p>Dieser Link wird nur jetzt gezeigt. Wer ihn hat, kann das Passwort der Person wählen.</p>
        <code className={css['link']}>{link}</code>
        <FormActions>
          <Button onClick={onClose}>Schließen</Button>
          <Button variant="primary" icon={<CopyIcon />} data-autofocus="" onClick={() => void copy()}>
            Link kopieren
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}

function savePdf(base64: string) {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const anchor = document.createElement('a')
  anchor.href = href
  anchor.download = 'Einladungen.pdf'
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

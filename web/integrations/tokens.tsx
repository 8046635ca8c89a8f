import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiToken } from '#contract/tokens.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDate } from '#web/ui/format.ts'
import { PlusIcon, TrashIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import css from './integrations.module.css'
import { MakeTokenDialog } from './make-token.tsx'
import { revokeToken, tokensQuery } from './queries.ts'
import { SecretDialog } from './secret.tsx'
import { scopesInWords } from './token-words.ts'

/** Tokens of all administrators. A token can be created and revoked here. */
export function Tokens() {
  const { items } = useSuspenseQuery(tokensQuery).data
  const [isMaking, setIsMaking] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <p>
        Mit einem API-Token arbeitet ein anderes Programm mit Kontor: in Ihrem Namen, mit höchstens Ihren
        Rechten und nur dort, wo Sie es erlauben. Was es ändert, steht im Protokoll.
      </p>
      <Button icon={<PlusIcon />} onClick={() => setIsMaking(true)}>
        API-Token anlegen
      </Button>
      {items.length > 0 && (
        <DataTable
          caption="API-Tokens"
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ name }) => `API-Token ${name}`}
        />
      )}
      {isMaking && (
        <MakeTokenDialog
          onMade={(token) => {
            setIsMaking(false)
            setSecret(token)
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title="Ihr neues API-Token"
          says="Tragen Sie es dort ein, wo das Programm nach einem Token fragt (Authorization: Bearer)."
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

const confirmRevoke = ({ id, name }: ApiToken) =>
  confirm({
    title: `Soll das API-Token „${name}“ widerrufen werden?`,
    children: <p>Das Programm, das es benutzt, kommt ab sofort nicht mehr hinein.</p>,
    verb: 'Widerrufen',
    danger: true,
    act: () => revokeToken(id),
    done: 'API-Token widerrufen',
  })

const columns: Column<ApiToken>[] = [
  { key: 'name', head: 'Name', main: true, cell: ({ name }) => name },
  { key: 'scopes', head: 'Zugriff', wrap: true, cell: ({ scopes }) => scopesInWords(scopes) },
  { key: 'display_name', head: 'Von', wrap: true, cell: ({ display_name }) => display_name },
  {
    key: 'expires_at',
    head: 'Gültig bis',
    inRow: 'labelled',
    cell: ({ expires_at, is_expired }) =>
      is_expired ? <Badge tone="danger">Abgelaufen</Badge> : formatDate(expires_at),
  },
  {
    key: 'used_at',
    head: 'Zuletzt benutzt',
    inRow: 'labelled',
    cell: ({ used_at, used_from }) =>
      used_at === null ? (
        'Noch nie'
      ) : (
        <div>
          <Moment at={used_at} />
          <div className="quiet">von {used_from}</div>
        </div>
      ),
  },
  {
    key: 'actions',
    head: 'Aktionen',
    headHidden: true,
    cell: (token) => (
      <span className={css['acts']}>
        <IconButton
          label={`API-Token „${token.name}“ widerrufen`}
          icon={<TrashIcon />}
          onClick={() => void confirmRevoke(token)}
        />
      </span>
    ),
  },
]

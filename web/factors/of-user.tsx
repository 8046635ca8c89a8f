import { useSuspenseQuery } from '@tanstack/react-query'
import type { FactorsOfUser } from '#contract/factors.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import { ShieldIcon } from '#web/ui/icon.tsx'
import css from './factors.module.css'
import { factorsOfUserQuery, removeFactorsOf } from './queries.ts'

/** Administrators' view of somebody's second factors, with removal for a lost phone. */
export function FactorsOfUserSection({ user_id, name }: { user_id: number; name: string }) {
  const { data } = useSuspenseQuery(factorsOfUserQuery(user_id))
  const hasSome = data.codes_since !== null || data.passkeys.length > 0
  const remove = () =>
    confirm({
      title: `Sollen die Passkeys und Einmalcodes von „${name}“ entfernt werden?`,
      children: <p>Danach genügt das Passwort zum Anmelden. Die Person wird benachrichtigt.</p>,
      verb: 'Entfernen',
      danger: true,
      act: () => removeFactorsOf(user_id),
      done: 'Passkeys und Einmalcodes entfernt',
    })
  return (
    <div className={css['ways']}>
      <p>{factorsInWords(data)}</p>
      {hasSome && (
        <div className="buttons">
          <Button size="small" icon={<ShieldIcon />} onClick={() => void remove()}>
            Passkeys und Einmalcodes entfernen
          </Button>
        </div>
      )}
    </div>
  )
}

function factorsInWords({ codes_since, passkeys }: FactorsOfUser): string {
  const { length } = passkeys
  const keys =
    length === 0 ? 'Keine Passkeys' : length === 1 ? 'Ein Passkey' : `${formatNumber(length)} Passkeys`
  const codes = codes_since === null ? 'keine Einmalcodes' : `Einmalcodes seit ${formatDate(codes_since)}`
  return `${keys}, ${codes}.`
}

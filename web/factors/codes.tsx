import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import { RefreshIcon, ShieldIcon, TrashIcon } from '#web/ui/icon.tsx'
import css from './factors.module.css'
import { codesQuery, renewRecoveryCodes, turnOffCodes } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpCodes } from './set-up-codes.tsx'

/** One-time codes: state, setup and removal. */
export function OneTimeCodes() {
  const { codes_since, recovery_left } = useSuspenseQuery(codesQuery).data
  const [isSettingUp, setIsSettingUp] = useState(false)
  return (
    <>
      {codes_since === null ? (
        <>
          <p>
            Beim Anmelden mit Passwort wird zusätzlich nach sechs Ziffern gefragt, die eine App auf Ihrem
            Telefon zeigt. Wer nur Ihr Passwort kennt, kommt nicht hinein.
          </p>
          <Button icon={<ShieldIcon />} onClick={() => setIsSettingUp(true)}>
            Einmalcodes einrichten
          </Button>
        </>
      ) : (
        <ActiveCodes since={codes_since} left={recovery_left} />
      )}
      {isSettingUp && <SetUpCodes onClose={() => setIsSettingUp(false)} />}
    </>
  )
}

function ActiveCodes({ since, left }: { since: string; left: number }) {
  const [fresh, setFresh] = useState<string[]>()
  const renew = async () => setFresh(await renewRecoveryCodes())
  const turnOff = () =>
    confirm({
      title: 'Sollen Einmalcodes ausgeschaltet werden?',
      children: <p>Danach genügt Ihr Passwort wieder zum Anmelden.</p>,
      verb: 'Ausschalten',
      danger: true,
      act: turnOffCodes,
      done: 'Einmalcodes ausgeschaltet',
    })
  return (
    <>
      <p>
        Eingeschaltet seit {formatDate(since)}. {recoveryCodesLeftSentence(left)}
      </p>
      <div className="buttons">
        <Button icon={<RefreshIcon />} onClick={renew}>
          Neue Wiederherstellungscodes
        </Button>
        <Button icon={<TrashIcon />} onClick={() => void turnOff()}>
          Ausschalten
        </Button>
      </div>
      {fresh && <NewRecoveryCodesDialog codes={fresh} onClose={() => setFresh(undefined)} />}
    </>
  )
}

function NewRecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Modal title="Neue Wiederherstellungscodes" onClose={onClose}>
      <div className={css['dialog']}>
        <p>Die bisherigen gelten nicht mehr.</p>
        <RecoveryCodes codes={codes} />
        <FormActions>
          <Button variant="primary" onClick={onClose}>
            Sicher abgelegt
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}

function recoveryCodesLeftSentence(left: number): string {
  if (left === 0) return 'Es gilt kein Wiederherstellungscode mehr: Bitte lassen Sie sich neue geben.'
  return left === 1
    ? 'Es gilt noch ein Wiederherstellungscode.'
    : `Es gelten noch ${formatNumber(left)} Wiederherstellungscodes.`
}

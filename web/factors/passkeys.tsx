import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '#contract/factors.ts'
import { maxPasskeyNameLength } from '#contract/words/limits.ts'
import { CallError } from '#web/api.ts'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Device, DeviceList, lastUsedText } from '#web/ui/device-list.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDate } from '#web/ui/format.ts'
import { EditIcon, PlusIcon, TrashIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { hasPasskeys, isAlreadyRegistered } from './browser.ts'
import css from './factors.module.css'
import { addPasskey, passkeysQuery, removePasskey, renamePasskey } from './queries.ts'

export function Passkeys() {
  const { items, is_possible } = useSuspenseQuery(passkeysQuery).data
  const [isAdding, setIsAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey>()
  return (
    <>
      {items.length > 0 && (
        <DeviceList label="Passkeys">
          {items.map((passkey) => (
            <OnePasskey key={passkey.id} {...passkey} onRename={() => setRenamed(passkey)} />
          ))}
        </DeviceList>
      )}
      {is_possible && hasPasskeys() ? (
        <Button icon={<PlusIcon />} onClick={() => setIsAdding(true)}>
          Passkey anlegen
        </Button>
      ) : (
        <p>
          {is_possible
            ? 'Dieser Browser kennt keine Passkeys.'
            : 'Unter dieser Adresse sind keine Passkeys möglich: Dafür braucht der Server eine öffentliche Adresse mit https.'}
        </p>
      )}
      {isAdding && <AddPasskey onClose={() => setIsAdding(false)} />}
      {renamed && <RenamePasskey {...renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}

function OnePasskey({ id, name, made_at, used_at, onRename }: Passkey & { onRename: () => void }) {
  const remove = () =>
    confirm({
      title: `Soll der Passkey „${name}“ entfernt werden?`,
      children: (
        <p>
          Sie melden sich damit nicht mehr an. Löschen Sie ihn danach auch auf dem Gerät, das ihn verwahrt.
        </p>
      ),
      verb: 'Entfernen',
      danger: true,
      act: () => removePasskey(id),
      done: 'Passkey entfernt',
    })
  return (
    <Device name={name} since={`angelegt ${formatDate(made_at)}, ${lastUsedText(used_at)}`}>
      <span className={css['acts']}>
        <IconButton label={`Passkey „${name}“ umbenennen`} icon={<EditIcon />} onClick={onRename} />
        <IconButton
          label={`Passkey „${name}“ entfernen`}
          icon={<TrashIcon />}
          onClick={() => void remove()}
        />
      </span>
    </Device>
  )
}

/** `onAdded`: called in addition to closing. */
export function AddPasskey({ onClose, onAdded }: { onClose: () => void; onAdded?: () => void }) {
  const add = async (name: string) => {
    const isAdded = await addPasskey(name).catch((problem: unknown) => {
      if (isAlreadyRegistered(problem))
        throw new CallError(0, 'Auf diesem Gerät haben Sie schon einen Passkey.')
      if (problem instanceof DOMException)
        throw new CallError(
          0,
          'Der Browser konnte den Passkey nicht anlegen. Vielleicht hat das Gerät keine PIN.',
        )
      throw problem
    })
    if (!isAdded) return
    toast('Passkey angelegt')
    onAdded?.()
    onClose()
  }
  return (
    <NameDialog
      title="Passkey anlegen"
      label="Name"
      hint="Woran Sie ihn erkennen. Danach fragt Ihr Gerät nach Finger, Gesicht oder PIN."
      field="name"
      present={guessPasskeyName()}
      // The length is limited here: if the server refused the name after creation, the device would keep a
      // passkey that the server does not know.
      longest={maxPasskeyNameLength}
      verb="Weiter"
      onName={add}
      onClose={onClose}
    />
  )
}

function RenamePasskey({ id, name: present, onClose }: Passkey & { onClose: () => void }) {
  const rename = async (name: string) => {
    await renamePasskey(id, name)
    toast('Passkey umbenannt')
    onClose()
  }
  return (
    <NameDialog
      title="Passkey umbenennen"
      label="Name"
      field="name"
      present={present}
      longest={maxPasskeyNameLength}
      verb="Umbenennen"
      onName={rename}
      onClose={onClose}
    />
  )
}

/** 'Mein Passkey (iPhone)'; without the device if it is unknown. */
function guessPasskeyName(): string {
  const device = [/iPhone/, /iPad/, /Android/, /Windows/, /Mac/, /Linux/].find((sign) =>
    sign.test(navigator.userAgent),
  )
  return device ? `Mein Passkey (${device.source === 'Mac' ? 'Mac' : device.source})` : 'Mein Passkey'
}

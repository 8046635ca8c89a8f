import { useNavigate } from '@tanstack/react-router'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { CheckIcon, ClockIcon, CopyIcon, EditIcon, TrashIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { removeDoc } from './changes.ts'
import { copyWithToast, type DocRef, offerRestore } from './doc-actions.ts'

type Props = {
  doc: DocRef
  onRename: () => void
  onStatus: () => void
  onRemoved?: () => unknown
}

/** An administrator's actions, in the list and on the process's screen. */
export function DocMenu({ doc, onRename, onStatus, onRemoved }: Props) {
  const navigate = useNavigate()
  const remove = async () => {
    const isGone = await confirm({
      title: `Soll „${doc.name}“ wirklich gelöscht werden?`,
      children: (
        <p>
          Auch alle Angaben verschwinden. Admins können beides 30 Tage lang wiederherstellen (Status
          „Gelöscht“).
        </p>
      ),
      verb: 'Löschen',
      danger: true,
      act: () => removeDoc(doc.id),
    })
    if (!isGone) return
    await onRemoved?.()
    offerRestore(doc)
  }
  const open = (doc_id: number) => void navigate({ to: '/docs/$doc_id/edit', params: { doc_id } })
  const versions = () => void navigate({ to: '/docs/$doc_id/versions', params: { doc_id: doc.id } })
  const items = (): MenuItem[] => [
    { text: 'Umbenennen', icon: <EditIcon />, onPick: onRename },
    { text: 'Status ändern', icon: <CheckIcon />, onPick: onStatus },
    { text: 'Fassungen', icon: <ClockIcon />, onPick: versions },
    { text: 'Kopieren', icon: <CopyIcon />, onPick: () => void copyWithToast(doc, open) },
    { text: 'Löschen', icon: <TrashIcon />, danger: true, onPick: () => void remove() },
  ]
  return <Menu label={`Aktionen für ${doc.name}`} items={items} />
}

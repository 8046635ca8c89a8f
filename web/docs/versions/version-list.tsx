// All versions by day, newest first.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import type { DocVersion } from '#contract/versions.ts'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { formatDate, formatDayAndDate } from '#web/ui/format.ts'
import { ClockIcon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Empty } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { nameVersion, removeVersionName } from './changes.ts'
import { versionsQuery } from './queries.ts'
import { confirmRestore } from './restore.tsx'
import { PRESENT_VERSION } from './search.ts'
import { useShowVersions, VersionLink } from './version-link.tsx'
import css from './versions.module.css'
import { timeWithSeconds, UNKNOWN_AUTHOR, versionTitle } from './words.ts'

export function VersionList({ doc }: { doc: Doc }) {
  const { items } = useSuspenseQuery(versionsQuery(doc.id)).data
  const [onlyNamed, setOnlyNamed] = useState(false)
  const [naming, setNaming] = useState<DocVersion>()
  const hasNamed = items.some(({ name }) => name !== null)
  const listed = onlyNamed && hasNamed ? items.filter(({ name }) => name !== null) : items
  if (items.length === 0)
    return (
      <Empty icon={<ClockIcon />} title="Noch keine Fassungen">
        <p>Mit dem nächsten Speichern entsteht die erste.</p>
      </Empty>
    )
  return (
    <div className={css['versions']}>
      <h2 className={css['title']}>Fassungen</h2>
      <p className="quiet">
        Von jedem Speichern bleibt eine Fassung erhalten: die 50 neuesten, darüber hinaus 90 Tage lang eine je
        Tag; Fassungen mit Namen bleiben für immer.
      </p>
      {hasNamed && <Checkbox label="Nur mit Namen" checked={onlyNamed} onChange={setOnlyNamed} />}
      {[...Map.groupBy(listed, ({ saved_at }) => formatDayAndDate(saved_at))].map(([day, versions]) => (
        <section key={day} className={css['day']}>
          <h3>{day}</h3>
          <ol>
            {versions.map((version) => (
              <Row
                key={version.version}
                doc={doc}
                version={version}
                before={items[items.indexOf(version) + 1]}
                present={items.find(({ is_present }) => is_present)?.version}
                onName={() => setNaming(version)}
              />
            ))}
          </ol>
        </section>
      ))}
      {naming && <NameVersionDialog doc={doc} version={naming} onClose={() => setNaming(undefined)} />}
    </div>
  )
}

type RowProps = {
  doc: Doc
  version: DocVersion
  /** The previous version; undefined if no longer stored. */
  before: DocVersion | undefined
  present: number | undefined
  onName: () => void
}

function Row({ doc, version: one, before, present, onName }: RowProps) {
  const { version, saved_at, saved_by_display_name, name, restores, is_present } = one
  const show = useShowVersions()
  const items = [
    { text: 'Lesen', onPick: () => void show({ version }) },
    ...(before
      ? [
          {
            text: 'Was sich geändert hat',
            onPick: () => void show({ version: before.version, with: version }),
          },
        ]
      : []),
    { text: name === null ? 'Benennen' : 'Anders nennen', onPick: onName },
    ...(name === null
      ? []
      : [{ text: 'Namen entfernen', onPick: () => void confirmRemoveName(doc.id, version, name) }]),
    ...(is_present
      ? []
      : [{ text: 'Wiederherstellen', onPick: () => void confirmRestore(doc, one, present) }]),
  ]
  return (
    <li className={css['row']}>
      <div className={css['what']}>
        <Link
          to="/docs/$doc_id/versions"
          params={{ doc_id: doc.id }}
          search={{ version }}
          className={css['time']}
        >
          <span className="only-read">Stand vom {formatDate(saved_at)}, </span>
          {timeWithSeconds(saved_at)}
          <span className="only-read"> lesen</span>
        </Link>
        {name !== null && <strong dir="auto">{name}</strong>}
        {is_present && <Badge tone="success">Jetziger Stand</Badge>}
        <span className="quiet">
          {saved_by_display_name ?? UNKNOWN_AUTHOR}
          {restores && `, wiederhergestellt: ${versionTitle(restores)}`}
        </span>
      </div>
      <div className={css['acts']}>
        {!is_present && (
          <VersionLink
            doc_id={doc.id}
            search={{ version, with: PRESENT_VERSION }}
            label={`${versionTitle(saved_at)} mit dem jetzigen vergleichen`}
          >
            Vergleichen
          </VersionLink>
        )}
        <Menu label={`Aktionen für ${versionTitle(saved_at)}`} items={items} />
      </div>
    </li>
  )
}

function NameVersionDialog({
  doc,
  version,
  onClose,
}: {
  doc: Doc
  version: DocVersion
  onClose: () => void
}) {
  return (
    <NameDialog
      title={version.name === null ? 'Fassung benennen' : 'Fassung anders nennen'}
      label="Name"
      hint="Eine Fassung mit Namen bleibt für immer."
      field="name"
      present={version.name ?? ''}
      verb="Benennen"
      onName={async (name) => {
        await nameVersion(doc.id, version.version, name)
        toast('Fassung benannt')
        onClose()
      }}
      onClose={onClose}
    />
  )
}

const confirmRemoveName = (doc_id: number, version: number, name: string) =>
  confirm({
    title: `Soll der Name „${name}“ entfernt werden?`,
    children: <p>Ohne Namen bleibt die Fassung nur so lange wie alle anderen.</p>,
    verb: 'Entfernen',
    act: () => removeVersionName(doc_id, version),
    done: 'Name entfernt',
  })

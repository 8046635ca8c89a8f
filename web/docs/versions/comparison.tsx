// Comparison of two versions: header, changed fields and sections, and the merged text.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Doc } from '#contract/docs.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import type { Tree } from '#contract/document/tree.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type ComparedPart, compareDocuments } from './compare.ts'
import { ComparedText } from './compared-text.tsx'
import { type CurrentNames, fieldChangeSentences } from './field-changes.ts'
import { foldUnchanged, isChangedLine } from './folded.ts'
import { versionQuery, versionsQuery } from './queries.ts'
import { confirmRestore } from './restore.tsx'
import { PRESENT_VERSION } from './search.ts'
import { useShowVersions, VersionListLink } from './version-link.tsx'
import css from './versions.module.css'
import { versionOption } from './words.ts'

type Props = { doc: Doc; version: number; other: number }

export function Comparison({ doc, version, other }: Props) {
  const { items } = useSuspenseQuery(versionsQuery(doc.id)).data
  const show = useShowVersions()
  const present = items.find(({ is_present }) => is_present)
  const one = items.find((item) => item.version === version)
  const choices = items
    .filter((item) => item !== present)
    .map((item) => ({ value: String(item.version), text: versionOption(item) }))
  const restore = async () => {
    if (one && (await confirmRestore(doc, one, present?.version))) await show({})
  }
  return (
    <div className={css['versions']}>
      <VersionListLink doc_id={doc.id} />
      <header className={css['head']}>
        <h2>Vergleich</h2>
        {one && one !== present && (
          <div className={css['acts']}>
            <Button size="small" onClick={() => void restore()}>
              Ältere wiederherstellen
            </Button>
          </div>
        )}
      </header>
      <div className={css['chosen']}>
        <Select
          label="Ältere Fassung"
          choices={choices}
          value={String(version)}
          onChange={(value) => void show({ version: Number(value), with: other })}
        />
        <Select
          label="Neuere Fassung"
          choices={[{ value: String(PRESENT_VERSION), text: 'Jetziger Stand' }, ...choices]}
          value={String(other === present?.version ? PRESENT_VERSION : other)}
          onChange={(value) => void show({ version, with: Number(value) })}
        />
      </div>
      {other === PRESENT_VERSION ? (
        <CompareWithPresent doc={doc} version={version} />
      ) : (
        <CompareWithOther doc={doc} version={version} other={other} />
      )}
    </div>
  )
}

type VersionContent = { content: Tree; names: CurrentNames }

const CompareWithPresent = ({ doc, version }: Omit<Props, 'other'>) => (
  <Differences before={useSuspenseQuery(versionQuery(doc.id, version)).data} after={{ ...doc, names: {} }} />
)

const CompareWithOther = ({ doc, version, other }: Props) => (
  <Differences
    before={useSuspenseQuery(versionQuery(doc.id, version)).data}
    after={useSuspenseQuery(versionQuery(doc.id, other)).data}
  />
)

function Differences({ before, after }: { before: VersionContent; after: VersionContent }) {
  const parts = useMemo(
    () => compareDocuments(before.content, after.content),
    [before.content, after.content],
  )
  const stretches = useMemo(() => foldUnchanged(parts), [parts])
  const fields = fieldChangeSentences(fieldsWithNames(before), fieldsWithNames(after))
  const sections = parts.flatMap(describeSectionChange)
  if (fields.length === 0 && !stretches.some(({ lines }) => lines.some(isChangedLine)))
    return <Notice>Diese beiden Fassungen unterscheiden sich nicht.</Notice>
  return (
    <>
      {(fields.length > 0 || sections.length > 0) && (
        <div className={css['changes']}>
          <ChangeList title="Felder" sentences={fields} />
          <ChangeList title="Abschnitte" sentences={sections} />
        </div>
      )}
      <ComparedText stretches={stretches} />
    </>
  )
}

const fieldsWithNames = ({ content, names }: VersionContent) => ({ fields: fieldsOf(content), names })

function ChangeList({ title, sentences }: { title: string; sentences: string[] }) {
  if (sentences.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {sentences.map((change) => (
          <li key={change} dir="auto">
            {change}
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeSectionChange({ title, depth, isRest, change, isMoved, formerly }: ComparedPart): string[] {
  if (depth === 0 || isRest) return []
  if (change !== 'same') return [`„${title}“ ${change === 'new' ? 'hinzugefügt' : 'entfernt'}`]
  return [
    ...(formerly === undefined ? [] : [`„${formerly}“ heißt „${title}“`]),
    ...(isMoved ? [`„${title}“ verschoben`] : []),
  ]
}

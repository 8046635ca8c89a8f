import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Doc } from '#contract/docs.ts'
import { childrenOf } from '#contract/document/attributes.ts'
import { nodesOf, type Tree } from '#contract/document/tree.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ReadOnlyDocument } from '../read/shown-document.tsx'
import { versionQuery, versionsQuery } from './queries.ts'
import { confirmRestore } from './restore.tsx'
import { PRESENT_VERSION } from './search.ts'
import { useShowVersions, VersionLink, VersionListLink } from './version-link.tsx'
import css from './versions.module.css'
import { UNKNOWN_AUTHOR, versionTitle } from './words.ts'

export function OneVersion({ doc, version }: { doc: Doc; version: number }) {
  const one = useSuspenseQuery(versionQuery(doc.id, version)).data
  const present = useSuspenseQuery(versionsQuery(doc.id)).data.items.find(({ is_present }) => is_present)
  const show = useShowVersions()
  const text = useMemo(() => withoutConditions(one.content), [one.content])
  const isPresent = present?.version === version
  const restore = async () => {
    if (await confirmRestore(doc, one, present?.version)) await show({})
  }
  return (
    <div className={css['versions']}>
      <VersionListLink doc_id={doc.id} />
      <header className={css['head']}>
        <h2>{versionTitle(one.saved_at)}</h2>
        {one.name !== null && <strong dir="auto">{one.name}</strong>}
        {isPresent && <Badge tone="success">Jetziger Stand</Badge>}
        <span className="quiet">{one.saved_by_display_name ?? UNKNOWN_AUTHOR}</span>
        {!isPresent && (
          <div className={css['acts']}>
            <VersionLink doc_id={doc.id} search={{ version, with: PRESENT_VERSION }}>
              Mit dem jetzigen vergleichen
            </VersionLink>
            <Button size="small" onClick={() => void restore()}>
              Wiederherstellen
            </Button>
          </div>
        )}
      </header>
      {text !== one.content && (
        <Notice>Hier sind alle Abschnitte zu sehen, auch die mit einer Bedingung.</Notice>
      )}
      <article className={css['text']}>
        <ReadOnlyDocument content={text} answers={noAnswers} mode="off" />
      </article>
    </div>
  )
}

const noAnswers = {}

/** Removes all conditions, so that every section is shown. Without conditions it returns the same object. */
function withoutConditions(document: Tree): Tree {
  const isConditional = ({ type, attrs }: Tree) => type === 'section' && attrs?.['when'] != null
  if (!nodesOf(document).some(isConditional)) return document
  const freed = (node: Tree): Tree => {
    const { attrs: _attrs, ...rest } = node
    const content = childrenOf(node).map(freed)
    const copy = isConditional(node) ? rest : node
    return node.content ? { ...copy, content } : copy
  }
  return freed(document)
}

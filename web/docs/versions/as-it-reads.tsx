import { useMemo } from 'react'
import { childrenOf } from '#contract/document/attributes.ts'
import { namingsOf } from '#contract/document/naming.ts'
import { nodesOf, type Tree } from '#contract/document/tree.ts'
import { Notice } from '#web/ui/notice.tsx'
import { readOnlyAnswers } from '../read/answers.ts'
import { createFolds } from '../read/folds.ts'
import { DocumentTree } from '../read/nodes.tsx'
import { outlineOf } from '../read/outline.ts'
import { type Reading, ReadingContext } from '../read/reading.ts'
import { AnswersContext } from '../read/use-answers.ts'
import css from './versions.module.css'

/**
 * A content, drawn as where it is read. There are no answers in it, and what is shown only with some is shown all the
 * same.
 */
export function AsItReads({ content }: { content: Tree }) {
  const document = useMemo(() => unconditional(content), [content])
  const reading = useMemo(
    (): Reading => ({
      outline: outlineOf(document),
      namings: namingsOf(document),
      folds: createFolds('', undefined),
      mode: 'off',
      isHandedIn: false,
    }),
    [document],
  )
  return (
    <AnswersContext value={noAnswers}>
      <ReadingContext value={reading}>
        {document !== content && (
          <Notice>Hier sind alle Abschnitte zu sehen, auch die mit einer Bedingung.</Notice>
        )}
        <article className={css['text']}>
          <DocumentTree document={document} />
        </article>
      </ReadingContext>
    </AnswersContext>
  )
}

const noAnswers = readOnlyAnswers({})

/** The very same where no section has a condition. */
function unconditional(document: Tree): Tree {
  const isConditional = ({ type, attrs }: Tree) => type === 'section' && attrs?.['when'] != null
  if (!nodesOf(document).some(isConditional)) return document
  const freed = (node: Tree): Tree => {
    const { attrs: _attrs, ...rest } = node
    const content = childrenOf(node).map(freed)
    const kept = isConditional(node) ? rest : node
    return node.content ? { ...kept, content } : kept
  }
  return freed(document)
}

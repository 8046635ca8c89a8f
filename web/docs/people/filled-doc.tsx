// A process as one person has filled it in: as it is read, and nothing in it can be changed.
import { useMemo, useState } from 'react'
import { namingsOf } from '#contract/document/naming.ts'
import type { Tree } from '#contract/document/tree.ts'
import { readOnlyAnswers, type Values } from '../read/answers.ts'
import { createFolds } from '../read/folds.ts'
import { DocumentTree } from '../read/nodes.tsx'
import { outlineOf } from '../read/outline.ts'
import { type Reading, ReadingContext } from '../read/reading.ts'
import { AnswersContext } from '../read/use-answers.ts'

export function FilledDoc({ content, answers }: { content: Tree; answers: Values }) {
  const [store] = useState(() => readOnlyAnswers(answers))
  const reading = useMemo(
    (): Reading => ({
      outline: outlineOf(content),
      namings: namingsOf(content),
      folds: createFolds('', undefined),
      mode: 'show',
      isHandedIn: false,
    }),
    [content],
  )
  return (
    <AnswersContext value={store}>
      <ReadingContext value={reading}>
        <DocumentTree document={content} />
      </ReadingContext>
    </AnswersContext>
  )
}

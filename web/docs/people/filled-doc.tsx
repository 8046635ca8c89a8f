// A process as one person has filled it in: as it is read, and nothing in it can be changed.
import { use, useMemo, useState } from 'react'
import type { Tree } from '#contract/document/tree.ts'
import { readOnlyAnswers, type Values } from '../read/answers.ts'
import { type Reading, ReadingContext } from '../read/reading.ts'
import { AnswersContext } from '../read/use-answers.ts'

/** What draws a document comes with the screen that does, once somebody looks at a person. */
const load = () => import('../read/read.tsx')
let reader: ReturnType<typeof load> | undefined

export function FilledDoc({ content, answers }: { content: Tree; answers: Values }) {
  const { DocumentTree, createFolds, namingsOf, outlineOf } = use((reader ??= load()))
  const [store] = useState(() => readOnlyAnswers(answers))
  const reading = useMemo(
    (): Reading => ({
      outline: outlineOf(content),
      namings: namingsOf(content),
      folds: createFolds('', undefined),
      mode: 'show',
      isHandedIn: false,
    }),
    [content, outlineOf, namingsOf, createFolds],
  )
  return (
    <AnswersContext value={store}>
      <ReadingContext value={reading}>
        <DocumentTree document={content} />
      </ReadingContext>
    </AnswersContext>
  )
}

// A read-only document.
import { useMemo } from 'react'
import { labelsOf } from '#contract/document/naming.ts'
import { outlineOf } from '#contract/document/outline.ts'
import type { Tree } from '#contract/document/tree.ts'
import { readOnlyAnswers, type Values } from './answers.ts'
import { createFolds } from './folds.ts'
import { DocumentTree } from './nodes.tsx'
import { type Mode, type Reading, ReadingContext } from './reading.ts'

type Props = { content: Tree; answers: Values; mode: Exclude<Mode, 'fill'> }

export function ReadOnlyDocument({ content, answers, mode }: Props) {
  const reading = useMemo(
    (): Reading => ({
      outline: outlineOf(content),
      namings: labelsOf(content),
      folds: createFolds(),
      answers: readOnlyAnswers(answers),
      mode,
      isHandedIn: false,
      isWaiting: false,
      leadOn: () => {},
      afterTick: () => {},
    }),
    [content, answers, mode],
  )
  return (
    <ReadingContext value={reading}>
      <DocumentTree document={content} />
    </ReadingContext>
  )
}

import type { MouseEvent } from 'react'
import { countingIn, type Field, type Value } from '#contract/document/fields.ts'
import { inWords } from '#contract/document/in-words.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import css from './field.module.css'
import { ENTERED } from './reading.ts'
import { useAnswers } from './use-answers.ts'

type Props = { field: Field; value: Value; isNewRound: boolean }

/**
 * The answer was changed meanwhile in another window or on another device, or a new round has begun: shows the value
 * there, and asks which one wins.
 */
export function ConflictChoice({ field: { name, type }, value, isNewRound }: Props) {
  const store = useAnswers()
  const choose = (whose: 'mine' | 'theirs') => (event: MouseEvent<HTMLElement>) => {
    const frame = event.currentTarget.closest('[data-field]')
    store.choose(name, whose)
    // The buttons disappear, so the focus goes to the field.
    frame?.querySelector<HTMLElement>(ENTERED)?.focus()
  }
  return (
    <span role="alert" className={css['conflict']}>
      <span>{isNewRound ? ofNewRound(value) : ofOthers(value)}</span>
      {value !== null && (
        <q className={css['theirs']} data-long={type === 'textarea' || undefined}>
          {told(type, value)}
        </q>
      )}
      <span className={css['choose']}>
        <Button size="small" onClick={choose('mine')}>
          Meine Angabe behalten
        </Button>
        <Button size="small" onClick={choose('theirs')}>
          {isNewRound && value === null ? 'Leer lassen' : 'Andere Angabe übernehmen'}
        </Button>
      </span>
    </span>
  )
}

const ofNewRound = (value: Value) =>
  `Inzwischen hat eine neue Runde begonnen, und Ihre Angabe ist aus einer früheren.${value === null ? '' : ' In der neuen steht schon:'}`

const ofOthers = (value: Value) =>
  value === null
    ? 'Diese Angabe ist inzwischen leer: Sie wurde auf einem anderen Gerät gelöscht, oder eine neue Runde hat begonnen.'
    : 'Auf einem anderen Gerät steht jetzt:'

/** What stands in the field is no value: another one is stored, and nobody would see it. */
export function WhatCounts({ field, stored }: { field: Field; stored: Value }) {
  const value = countingIn(field, stored)
  if (value === null) return null
  return field.type === 'textarea'
    ? ' Gespeichert bleibt der Text von vorher.'
    : ` Gespeichert bleibt ${told(field.type, value)}.`
}

const told = (type: Field['type'], value: string | number) =>
  typeof value === 'number' ? formatNumber(value) : inWords(type, value)

import type { MouseEvent } from 'react'
import { countingIn, type Field, type Value } from '#contract/document/fields.ts'
import { inWords } from '#contract/document/in-words.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import css from './field.module.css'
import { ENTERED } from './reading.ts'
import { useAnswers } from './use-answers.ts'

type Props = { field: Field; theirs: Value }

/**
 * The answer was changed meanwhile in another window or on another device: shows that value, and asks which one wins.
 */
export function ConflictChoice({ field: { name, type }, theirs }: Props) {
  const store = useAnswers()
  const choose = (whose: 'mine' | 'theirs') => (event: MouseEvent<HTMLElement>) => {
    const frame = event.currentTarget.closest('[data-field]')
    store.choose(name, whose)
    // The buttons disappear, so the focus goes to the field.
    frame?.querySelector<HTMLElement>(ENTERED)?.focus()
  }
  return (
    <span role="alert" className={css['conflict']}>
      <span>
        {theirs === null
          ? 'Diese Angabe ist inzwischen leer: Sie wurde auf einem anderen Gerät gelöscht, oder eine neue Runde hat begonnen.'
          : 'Auf einem anderen Gerät steht jetzt:'}
      </span>
      {theirs !== null && (
        <q className={css['theirs']} data-long={type === 'textarea' || undefined}>
          {told(type, theirs)}
        </q>
      )}
      <span className={css['choose']}>
        <Button size="small" onClick={choose('mine')}>
          Meine Angabe behalten
        </Button>
        <Button size="small" onClick={choose('theirs')}>
          Andere Angabe übernehmen
        </Button>
      </span>
    </span>
  )
}

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

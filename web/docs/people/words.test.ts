import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notRemindedInWords, remindButtonText, remindedInWords } from './words.ts'

const none = { finished: 0, today: 0, not_asked: 0, oneself: 0, without_access: 0 }

test('it is said how many were reminded, by mail too, and how many not and why', () => {
  assert.deepEqual(remindedInWords({ reminded: 9, mailed: 0, left_out: none }), ['9 Personen erinnert.'])
  assert.deepEqual(
    remindedInWords({
      reminded: 1,
      mailed: 1,
      left_out: { ...none, finished: 1, today: 2, oneself: 1 },
    }),
    [
      'Eine Person erinnert, davon 1 auch per E-Mail.',
      '2 Personen wurden heute schon erinnert.',
      'Eine Person ist schon fertig.',
      'Sie selbst fehlen auch noch.',
    ],
  )
  assert.deepEqual(
    remindedInWords({ reminded: 0, mailed: 0, left_out: { ...none, today: 1 } })[0],
    'Niemand wurde erinnert.',
  )
  assert.deepEqual(
    remindedInWords({
      reminded: 0,
      mailed: 0,
      left_out: { ...none, not_asked: 2, finished: 1, without_access: 20 },
    }).slice(1),
    [
      'Eine Person ist schon fertig.',
      '2 Personen sehen den Prozess nicht mehr.',
      '20 Personen haben noch keinen Zugang: Eine Erinnerung erreicht diese nicht.',
    ],
  )
})

test('the button names how many really get one, and beside it stands who is left out', () => {
  const twelve = { people: 12, today: 3, oneself: 1 }
  assert.equal(remindButtonText(twelve), '12 Personen erinnern')
  assert.equal(remindButtonText({ ...twelve, people: 1 }), 'Eine Person erinnern')
  assert.equal(
    notRemindedInWords(twelve),
    '3 Personen wurden heute schon erinnert. Sie selbst fehlen auch noch.',
  )
  assert.equal(notRemindedInWords({ people: 12, today: 0, oneself: 0 }), '')
})

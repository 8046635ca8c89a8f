import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxPerPage } from '#contract/words/limits.ts'
import { cast } from '#demo/cast.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone } from '../stage.ts'
import { endRoute, pick } from '../steps.ts'
import { overnight, setTimesheetStage } from './timesheet-stage.ts'
import {
  applied,
  apply,
  bar,
  describedBy,
  finish,
  focused,
  rowOf,
  said,
  start,
  typeTime,
} from './timesheet-steps.ts'

const { db, idOf, open, team, timesOf } = await setTimesheetStage()

test('changes survive a reload, go back to the plan, are emptied and discarded', async () => {
  const { screen, entries } = await team('Reload')
  const page = await open(cast.bruno, screen)
  await start(page, 'Aigner').fill('1815')
  await finish(page, 'Aigner').fill('215')
  await finish(page, 'Aigner').press('Enter')
  await rowOf(page, 'Aigner').getByText('8:00', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Aigner: Ende, Datum', { exact: true }).inputValue(), '22.11.2025')
  const send = bar(page).getByRole('button', { name: 'Senden', exact: true })
  assert.equal(await describedBy(send.filter({ hasText: '1 senden' })), 'Übernehmen und senden')
  await page.reload()
  await page.getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.equal(await start(page, 'Aigner').inputValue(), '18:15')
  assert.equal(await rowOf(page, 'Aigner').getAttribute('data-changed'), 'true')
  await pick(page, 'Aigner', 'Ende wie geplant')
  assert.equal(await finish(page, 'Aigner').inputValue(), '02:00')
  await pick(page, 'Berg', 'Wie geplant')
  await pick(page, 'Berg', 'Ende leeren')
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-21T18:15', '2025-11-22T02:00'])
  assert.deepEqual(await timesOf(entries[1]), ['2025-11-21T18:00', null])
  await rowOf(page, 'Berg').getByText('Das Ende fehlt. Ohne es wird der Eintrag nicht gesendet.').waitFor()
  // A hint disappears once the time that it is about has changed.
  await finish(page, 'Berg').fill('2')
  await finish(page, 'Berg').press('Enter')
  await rowOf(page, 'Berg').getByText('Das Ende fehlt.').waitFor({ state: 'hidden' })
  await pick(page, 'Berg', 'Ende: Änderung verwerfen')
  await pick(page, 'Aigner', 'Beginn leeren')
  await pick(page, 'Aigner', 'Beginn: Änderung verwerfen')
  assert.equal(await start(page, 'Aigner').inputValue(), '18:15')
  await page.getByText('Alles übernommen').waitFor()
})

test('what cannot be read is an open change: it stays, is led to, and nothing goes before it is mended', async () => {
  const { screen, entries } = await team('Unleserlich')
  const page = await open(cast.bruno, screen)
  await page.getByText('Noch nichts eingetragen').waitFor()
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await applied(page)
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.equal(await focused(page), 'Senden')
  await finish(page, 'Aigner').fill('25:30')
  await page.keyboard.press('Tab')
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.equal(await rowOf(page, 'Aigner').getAttribute('data-changed'), 'true')
  await apply(page)
  await said(page, 'Bitte korrigieren Sie zuerst die Zeiten von „Aigner“.')
  assert.equal(await focused(page), 'Aigner: Ende')
  assert.equal(await page.getByText('Bitte korrigieren Sie zuerst').count(), 1)
  // An unreadable date counts as an edit too, even if the screen is left directly from the field.
  const back = page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Unleserlich' })
  await back.click()
  await page.getByRole('link', { name: 'Bühne', exact: true }).click()
  const day = page.getByLabel('Berg: Beginn, Datum', { exact: true })
  await day.fill('31.02.2025')
  await page.goBack()
  await page.getByText('2 Einträge sind noch nicht übernommen. Sie bleiben auf diesem Gerät.').waitFor()
  await page.getByRole('link', { name: 'Logout' }).click()
  const losses = page.getByRole('region', { name: 'Geht verloren' })
  await losses.getByText('2 Änderungen · noch nicht übernommen').waitFor()
  await page.goto(screen)
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  assert.equal(await finish(page, 'Aigner').inputValue(), '25:30')
  assert.equal(await day.inputValue(), '31.02.2025')
  await pick(page, 'Berg', 'Beginn: Änderung verwerfen')
  await finish(page, 'Aigner').fill('1:30')
  await page.keyboard.press('Enter')
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-21T18:00', '2025-11-22T01:30'])
})

test('administrators change many at once, take each step back, order and filter by the address, and get the table as Excel', async () => {
  const { screen, id, sub } = await team('Viele')
  const page = await open(cast.clara, screen)
  const many = async (action: string) => {
    await page.getByRole('button', { name: /^Mehrere ändern/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await page.getByLabel('Berg auswählen').check()
  await page.getByRole('button', { name: '1 Eintrag wie geplant' }).click()
  assert.equal(await start(page, 'Aigner').inputValue(), '')
  await page.getByLabel('Berg auswählen').uncheck()
  await many('Beginn 15 Minuten früher')
  assert.equal(await start(page, 'Berg').inputValue(), '17:45')
  await many('Ende setzen …')
  await page.getByRole('dialog').getByLabel('Ende', { exact: true }).fill('130')
  await page.getByRole('dialog').getByRole('button', { name: 'Setzen' }).click()
  assert.equal(await finish(page, 'Aigner').inputValue(), '01:30')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  assert.equal(await finish(page, 'Aigner').inputValue(), '')
  assert.equal(await finish(page, 'Berg').inputValue(), '02:00')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  assert.equal(await start(page, 'Berg').inputValue(), '18:00')

  const orders = {
    Nummer: 'personalnummer',
    Name: 'nachname',
    Funktion: 'funktion',
    Geplant: 'soll_von_date',
    Beginn: 'ist_von_date',
  }
  for (const [head, order] of Object.entries(orders)) {
    await page.getByRole('columnheader').getByRole('button', { name: head, exact: true }).click()
    await page.waitForURL(`**order_by=%2B${order}**`)
  }
  await page.getByLabel('Zeiteinträge suchen').fill('berg')
  await page.waitForURL('**filter=berg**')
  await rowOf(page, 'Aigner').waitFor({ state: 'hidden' })
  const href = await page.getByRole('link', { name: 'Excel' }).getAttribute('href')
  assert.equal(href, `/happenings/${id}.xlsx?subhappening_id=${sub}&subhappening_filter=berg`)
  await rowOf(page, 'Berg').getByText('Nein').waitFor()
})

test('the keyboard alone is enough at a desk: Enter goes to the next row, arrows to the next field, a column of a spreadsheet is pasted, and after a sending it is where it was', async () => {
  const { screen, entries } = await team('Tasten', overnight, ['Aigner', 'Berg', 'Dorn', 'Ehlers'])
  const page = await open(cast.bruno, screen)
  await start(page, 'Dorn').fill('18')
  await page.keyboard.press('Enter')
  assert.equal(await focused(page), 'Ehlers: Beginn')
  await page.keyboard.press('Shift+Enter')
  assert.equal(await focused(page), 'Dorn: Beginn')
  await page.keyboard.press('ArrowRight')
  assert.equal(await focused(page), 'Dorn: Ende')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await focused(page), 'Dorn: Beginn')
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(page), 'Ehlers: Beginn')
  assert.equal(await start(page, 'Ehlers').inputValue(), '')
  // The arrow keys skip a day field that nobody has set.
  await page.keyboard.press('ArrowRight')
  assert.equal(await focused(page), 'Ehlers: Ende')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  assert.equal(await focused(page), 'Dorn: Beginn')
  const paste = async () => {
    await start(page, 'Dorn').evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '18:15\t1:00\r\n18:30\t2:00\r\n')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  }
  await paste()
  // Control and Z take back what was pasted as one step, letters one by one, and what was typed before it.
  const pasted = start(page, 'Ehlers')
  await pasted.press('5')
  await pasted.press('Control+z')
  assert.equal(await pasted.inputValue(), '18:30')
  // The browser's own redo must not run, since it would put letters into other fields.
  await pasted.press('Control+y')
  assert.equal(await pasted.inputValue(), '18:30')
  assert.equal(await focused(page), 'Ehlers: Beginn')
  await start(page, 'Dorn').press('Control+z')
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.equal(await start(page, 'Dorn').inputValue(), '18:00')
  await page.keyboard.press('Control+z')
  await bar(page).getByText('nicht übernommen').waitFor({ state: 'detached' })
  assert.equal(await start(page, 'Dorn').inputValue(), '')
  await paste()
  await page.keyboard.press('Control+s')
  await applied(page)
  assert.deepEqual(await timesOf(entries[2]), ['2025-11-21T18:15', '2025-11-22T01:00'])
  assert.deepEqual(await timesOf(entries[3]), ['2025-11-21T18:30', '2025-11-22T02:00'])

  await start(page, 'Aigner').focus()
  await page.keyboard.press('Control+ArrowUp')
  await page.keyboard.press('Control+ArrowUp')
  assert.equal(await start(page, 'Aigner').inputValue(), '18:15')
  // Tab skips a day field that nobody has set: the day follows from the time.
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await page.keyboard.press('Control+s')
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-21T18:15', '2025-11-22T02:00'])
  for (const field of ['Aigner: Ende', 'Aigner: Ende, Datum']) {
    await page.getByLabel(field, { exact: true }).press('Alt+ArrowDown')
    await page.getByRole('dialog', { name: field }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: field }).waitFor({ state: 'hidden' })
    assert.equal(await focused(page), field)
  }
  // Tab moves between the times even if the row shows its days. Escape brings back the time from before typing.
  await start(page, 'Aigner').focus()
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Aigner: Ende')
  await page.keyboard.type('9')
  await page.keyboard.press('Escape')
  assert.equal(await finish(page, 'Aigner').inputValue(), '02:00')
  await page.keyboard.press('Tab')
  assert.equal(await page.getByText('noch nicht übernommen').count(), 0)
  // On a narrower screen, these actions are only in the row's menu.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Aigner: Ende leeren' }).press('Enter')
  assert.equal(await focused(page), 'Aigner: Ende')
  await pick(page, 'Aigner', 'Ende: Änderung verwerfen')
  // Waits for the button to become enabled: a press by key, unlike a click, would not.
  await bar(page).getByText('Alles übernommen').waitFor()
  await page.getByRole('button', { name: 'Senden', exact: true }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).press('Enter')
  await bar(page).getByText('0 von 3 Zeiten übermittelt, 3 abgelehnt.').waitFor()
  assert.equal(await focused(page), 'Senden')
})

test('who is about to send sees the hints, and is led from there to a row', async () => {
  const { screen, sub } = await team('Hinweise')
  // With a planned break, even of 0 minutes, breaks can be recorded.
  await db.updateTable('time_entries').set({ soll_pause: 0 }).where('subhappening_id', '=', sub).execute()
  const page = await open(cast.bruno, screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await typeTime(page, 'Berg', 'Ende', '330')
  await apply(page)
  await applied(page)
  await page.getByRole('button', { name: 'Senden', exact: true }).tap()
  const question = page.getByRole('alertdialog')
  // The number of hints varies, because Aigner also works in the teams of other tests.
  await question.getByText(/Hinweise? zu den eingetragenen Zeiten/).tap()
  await question.getByText('Mehr als 9 Stunden Arbeit ohne 45 Minuten Pause.').waitFor()
  await question.getByRole('button', { name: 'Berg', exact: true }).tap()
  await question.waitFor({ state: 'hidden' })
  await page.waitForFunction(
    (row) => document.activeElement?.closest('[role=row]')?.textContent?.includes(row),
    'Berg',
  )
})

test('of a team on two pages the keyboard comes to rows out of sight; what is open on another page counts, is led to when it is wrong, and is applied', async () => {
  const soll = overnight
  const made = await insertHappening(db, {
    name: 'Zweiseitig',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: Array.from({ length: 52 }, (_, at) => ({ name: `Person ${String(at).padStart(2, '0')}`, soll })),
  })
  const page = await open(cast.bruno, `/ui/happenings/${made.id}/${made.sub}/timesheet`)
  await page.getByLabel('Person 43 auswählen').focus()
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Person 43: Beginn')
  await start(page, 'Person 40').waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await focused(page), 'Person 44: Beginn')
  await rowOf(page, 'Person 03').scrollIntoViewIfNeeded()
  await start(page, 'Person 03').fill('18')
  await finish(page, 'Person 03').fill('18')
  await finish(page, 'Person 03').press('Enter')
  await page.getByRole('button', { name: 'Nächste Seite' }).click()
  await pick(page, 'Person 51', 'Wie geplant')
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await page.reload()
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await apply(page)
  await said(page, 'Bitte korrigieren Sie zuerst die Zeiten von „Person 03“.')
  await page.waitForURL('**page=0**')
  await page.waitForFunction(() =>
    document.activeElement?.closest('[role=row]')?.textContent?.includes('Person 03'),
  )
  // Without a network, the page of this person cannot be loaded, and the app says so.
  await page.getByRole('button', { name: 'Nächste Seite' }).click()
  await rowOf(page, 'Person 51').waitFor()
  await page.context().setOffline(true)
  await bar(page).getByRole('button', { name: 'Zeigen' }).click()
  await page.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await page.context().setOffline(false)
  // The jump to a row happens once: an answer that comes later must not repeat it.
  const isWhole = ({ searchParams }: URL) => searchParams.get('per_page') === String(maxPerPage)
  const [held, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(isWhole, async (route) => {
    await held.promise
    await route.fulfill({ response: await route.fetch() })
    answered.resolve()
  })
  const asked = page.waitForRequest((request) => isWhole(new URL(request.url())))
  await bar(page).getByRole('button', { name: 'Zeigen' }).click()
  await asked
  await page.getByRole('button', { name: 'Vorige Seite' }).click()
  await page.waitForFunction(() =>
    document.activeElement?.closest('[role=row]')?.textContent?.includes('Person 03'),
  )
  await page.getByRole('button', { name: 'Nächste Seite' }).click()
  await rowOf(page, 'Person 51').waitFor()
  held.resolve()
  await answered.promise
  await page.waitForLoadState('networkidle')
  await endRoute(page, isWhole)
  assert.match(page.url(), /page=1/)
  await bar(page).getByRole('button', { name: 'Zeigen' }).click()
  await page.waitForURL('**page=0**')
  assert.deepEqual(await timesOf(made.entries[51]), [null, null])
  await finish(page, 'Person 03').fill('23')
  await finish(page, 'Person 03').press('Enter')
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(made.entries[51]), soll)
  assert.deepEqual(await timesOf(made.entries[3]), ['2025-11-21T18:00', '2025-11-21T23:00'])
  await page.getByRole('button', { name: 'Alle wie geplant' }).click()
  await bar(page).getByText('50 Einträge noch nicht übernommen').waitFor()
  await rowOf(page, 'Person 40').and(page.locator('[data-changed]')).waitFor()
  assert.match((await rowOf(page, 'Person 40').textContent()) ?? '', /18:00.*02:00.*8:00/)
  await apply(page)
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.deepEqual(await timesOf(made.entries[50]), soll)
  assert.deepEqual((await timesOf(made.entries[3]))[1], '2025-11-21T23:00')
})

test('of a team over midnight at a desk nothing lies upon anything else, heads stand above their fields, and all of it is accessible', async () => {
  const { screen, sub } = await team('Nachtabbau', overnight, ['Aigner', 'Berg'])
  await db
    .updateTable('time_entries')
    .set({ soll_pause: 30, note: 'Kam mit dem Bus' })
    .where('subhappening_id', '=', sub)
    .execute()
  // Administrators have the most columns.
  const page = await open(cast.clara, screen)
  const row = rowOf(page, 'Aigner')
  await page.getByRole('button', { name: 'Alle wie geplant' }).click()
  await apply(page)
  await applied(page)
  assert.equal(await page.getByLabel('Aigner: Pause').inputValue(), '30')
  for (const width of [1280, 1440, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    // „+1 Tag“ appears twice: for the planned and for the recorded end.
    const later = await row
      .getByText('+1 Tag')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()))
    assert.equal(later.length, 2, `${width} px`)
    const over = await row.evaluate((row) => {
      const words = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        const element = node.parentElement
        if (!element?.checkVisibility() || element.closest('.only-read, label')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const cell = element.closest('[role=cell]')?.getBoundingClientRect()
        if (range.getBoundingClientRect().right > (cell?.right ?? 0) + 1) found.push(node.textContent ?? '')
      }
      return found
    })
    assert.deepEqual(over, [], `${width} px`)
    for (const [head, field] of [
      ['Beginn', start(page, 'Aigner')],
      ['Ende', finish(page, 'Aigner')],
    ] as const) {
      const above = page.getByRole('columnheader', { name: head })
      const text = await above.evaluate((head) => {
        const range = document.createRange()
        range.selectNodeContents(head)
        return range.getBoundingClientRect().left
      })
      const left = (await field.boundingBox())?.x ?? 0
      assert.ok(Math.abs(text - left) < 12, `${head} begins at ${text}, its field at ${left}, ${width} px`)
    }
    const heads = await page.getByRole('columnheader').first().boundingBox()
    assert.ok((heads?.height ?? 0) <= 64, `heads are ${heads?.height} px high`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await typeTime(page, 'Castell', 'Beginn', '8')
  await typeTime(page, 'Castell', 'Ende', '8')
  await page.getByText('Beginn und Ende sind gleich.').waitFor()
  // Scrolls to the top, so that sticky elements cover content only as on a fresh page.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleInBothSchemes(page)
})

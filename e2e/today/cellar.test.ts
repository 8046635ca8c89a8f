import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { timesQuery } from '#web/happenings/queries.ts'
import { startTimesheet } from '#web/happenings/search.ts'
import { hasWorker, untilKept } from '../shell/copies-stage.ts'
import { phone, setStage } from '../stage.ts'

const { as, db, idOf } = await setStage()

const happening = await insertHappening(db, {
  name: 'Kellerfest',
  date: today(),
  part: 'Gewölbe',
  recorders: [await idOf(cast.bruno)],
  entries: ['Aigner', 'Castell'].map((name) => ({ name, soll: [`${today()}T08:00`, `${today()}T16:00`] })),
})

test('the times of one’s own team are recorded without a network though its sheet was never opened, and „Heute“ says where they are', async () => {
  const page = await as(cast.bruno, '/ui/today', { ...phone, worker: true })
  await hasWorker(page)
  const part = { happening_id: happening.id, subhappening_id: happening.sub }
  await untilKept(page, timesQuery(part, startTimesheet).queryKey)

  await page.context().setOffline(true)
  await page.goto('/ui/today')
  const team = page.getByRole('link', { name: /Kellerfest – Gewölbe/ })
  await team.tap()
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await page.getByText('Nur auf diesem Gerät gespeichert').waitFor()
  await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Heute' }).tap()
  await team.getByText('2 Einträge nur auf diesem Gerät, noch nicht übernommen').waitFor()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { heard, say, setChatStage, texts } from './chat-stage.ts'

const { db, as, call, idOf, roomOf } = await setChatStage()

/** Said by bruno yesterday, past the limit of how much somebody may say in a minute. */
async function saidBefore(room_id: number, many: number) {
  const kind = 'groups' as const
  await db
    .insertInto('chat_rooms')
    .values({ kind, id: room_id })
    .onConflict((on) => on.doNothing())
    .execute()
  const user_id = await idOf(cast.bruno)
  const said = Array.from({ length: many }, (_, nr) => ({
    kind,
    room_id,
    user_id,
    created_at: new Date(Date.now() - 86_400_000),
    content: `Nr. ${nr + 1}${nr % 7 === 0 ? '\nmit\nmehr\nZeilen' : ''}`,
  }))
  const ids = await db.insertInto('chat_messages').values(said).returning('id').execute()
  const last_message_id = ids.at(-1)?.id ?? null
  await db
    .updateTable('chat_rooms')
    .set({ last_message_id })
    .where('id', '=', room_id)
    .where('kind', '=', kind)
    .execute()
  return ids
}

test('older messages come while scrolling up, and what is read stays where it is', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  await saidBefore(id, 700)
  const anna = await as(cast.anna, path)
  await heard(anna, 'Nr. 700')
  const log = anna.getByRole('log')
  await log.focus()
  await anna.keyboard.press('PageUp')
  const bruno = await as(cast.bruno, path)
  await say(bruno, 'Unten')
  await anna.getByRole('button', { name: '1 neue Nachricht' }).waitFor()
  for (let tries = 0; (await anna.getByText('Hier beginnt der Chat.').count()) === 0; tries++) {
    assert.ok(tries < 100)
    const moved = await log.evaluate(scrollUpAndWatch)
    assert.ok(moved <= 1.5, `what was read has moved by ${moved} px`)
  }
  await anna.getByText('Nr. 1', { exact: false }).first().waitFor()
  assert.equal((await texts(anna)).length, 701)
  await anna.getByRole('button', { name: '1 neue Nachricht' }).click()
  await anna.getByRole('button', { name: 'neue Nachricht' }).waitFor({ state: 'detached' })
})

test('who leaps to the beginning gets one page more, and stays with what was there', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  await saidBefore(id, 1_000)
  const anna = await as(cast.anna, path)
  await heard(anna, 'Nr. 1000')
  assert.equal(await anna.getByRole('article').count(), 200)
  const log = anna.getByRole('log')
  const first = log.getByRole('article').first()
  const text = await first.innerText()
  const moved = await log.evaluate(async (log) => {
    log.scrollTop = 0
    const first = log.querySelector('article')
    const before = first?.getBoundingClientRect().top ?? 0
    const grown = log.scrollHeight
    for (let frames = 0; log.scrollHeight === grown && frames < 600; frames++)
      await new Promise(requestAnimationFrame)
    for (let frames = 0; frames < 30; frames++) await new Promise(requestAnimationFrame)
    return Math.abs((first?.getBoundingClientRect().top ?? 0) - before)
  })
  assert.ok(moved <= 1.5, `${text} has moved by ${moved} px`)
  assert.equal(await anna.getByRole('article').count(), 400)
})

test('who has missed more than a page begins where they left off', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  const said = await saidBefore(id, 700)
  await call(cast.anna, 'POST', `/chat/groups/${id}/read/`, { message_id: Number(said[199]?.id) })
  const anna = await as(cast.anna, path)
  await anna.getByRole('heading', { name: 'Neue Nachrichten' }).waitFor()
  const log = anna.getByRole('log')
  await log.getByText('Nr. 201', { exact: true }).waitFor()
  const isInSight = await log.evaluate((log) => {
    const line = log.querySelector('[data-new]')?.getBoundingClientRect()
    const { top, bottom } = log.getBoundingClientRect()
    return line !== undefined && line.top >= top && line.bottom <= bottom
  })
  assert.ok(isInSight)
})

test('who goes back to the newest messages by key is among them with it, not at the top of the page', async () => {
  const { path, id } = await roomOf(cast.anna, cast.bruno)
  await saidBefore(id, 60)
  const anna = await as(cast.anna, path)
  await heard(anna, 'Nr. 60')
  await anna.getByRole('log').focus()
  await anna.keyboard.press('PageUp')
  await anna.getByRole('button', { name: 'Zu den neuesten Nachrichten' }).press('Enter')
  await anna.locator('[role=log]:focus').waitFor()
})

/** Scrolls by a page, then watches how far the message in the middle moves by itself in the following frames. */
async function scrollUpAndWatch(log: Element): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame)
  log.scrollTop -= 700
  await frame()
  await frame()
  const { top, height } = log.getBoundingClientRect()
  const middle = [...log.querySelectorAll('article')].find(
    (one) => one.getBoundingClientRect().bottom > top + height / 2,
  )
  const before = middle?.getBoundingClientRect().top ?? 0
  let most = 0
  for (let frames = 0; frames < 12; frames++) {
    await frame()
    most = Math.max(most, Math.abs((middle?.getBoundingClientRect().top ?? 0) - before))
  }
  return most
}

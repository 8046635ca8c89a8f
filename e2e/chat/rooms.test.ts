import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { phone, setStage } from '../stage.ts'
import { allSent, area, roomLink, say, waitForMessage } from './chat-steps.ts'

const { db, as, call, idOf, roomOf } = await setStage()

test('members and administrators see what becomes of a group: a new name, a room that is hidden or shown, none any more', async () => {
  const { name, path } = await roomOf(cast.anna)
  const [anna, admin] = [await as(cast.anna, path), await as(cast.clara, path)]
  await say(anna, 'Das bleibt')
  await allSent(anna)
  const renamed = `${name} (neu)`
  const group = (title: string) => `/groups/custom/${encodeURIComponent(title)}/`
  await call(cast.clara, 'PATCH', `${group(name)}rename/${encodeURIComponent(renamed)}/`)
  for (const page of [anna, admin]) {
    await page.getByRole('heading', { level: 2, name: renamed }).waitFor()
    await page.waitForFunction((title) => document.title.includes(title), renamed)
  }
  const region = admin.getByRole('region', { name: renamed })
  const act = async (action: string) => {
    await region.getByRole('button', { name: `Aktionen für ${renamed}` }).click()
    await admin.getByRole('menuitem', { name: action }).click()
  }
  await act('Gruppe verbergen')
  await region.getByText('Verborgen', { exact: true }).waitFor()
  const led = anna.getByText('Diesen Chat gibt es nicht, oder Sie gehören nicht mehr dazu.')
  await led.waitFor()
  await anna.waitForURL(/\/ui\/chat\?/)
  await roomLink(anna, renamed).waitFor({ state: 'detached' })
  await anna.goto(path)
  await led.waitFor()

  await admin.goto('/ui/chat')
  await admin.getByText(/^Alle Gruppen \(\d+\)$/).click()
  await roomLink(admin, renamed).waitFor({ state: 'detached' })
  await admin.getByRole('switch', { name: 'Verborgene Gruppen zeigen' }).click()
  await admin.waitForURL('**show_hidden=true**')
  await roomLink(admin, renamed).getByText('Verborgen').waitFor()
  await roomLink(admin, renamed).click()
  await act('Gruppe zeigen')
  await region.getByText('Verborgen', { exact: true }).waitFor({ state: 'detached' })

  // When the group goes, what was said stays for administrators to read.
  await call(cast.clara, 'DELETE', group(renamed))
  await roomLink(admin, renamed).getByText('Gelöschte Gruppe').waitFor()
  await admin.getByText('Diese Gruppe gibt es nicht mehr.').waitFor()
  await waitForMessage(admin, 'Das bleibt')
  assert.equal(await area(admin).count(), 0)
})

test('the dot of the menu leads an administrator to the unread chat, whatever groups others have and whichever kind was looked at', async () => {
  for (let nr = 1; nr <= 6; nr++) {
    const { id } = await roomOf(cast.bruno)
    await call(cast.bruno, 'POST', `/chat/groups/${id}/send_message/`, { message: 'Nicht für Clara' })
  }
  const own = await roomOf(cast.clara, cast.bruno)
  const { direct_chat_id } = (await call(cast.elif, 'POST', '/chat/direct/', {
    user_id: await idOf(cast.clara),
  })) as { direct_chat_id: number }
  await call(cast.elif, 'POST', `/chat/direct/${direct_chat_id}/send_message/`, { message: 'Hallo Clara' })
  await call(cast.clara, 'POST', `/chat/groups/${own.id}/send_message/`, { message: 'Zuletzt gesagt' })
  const clara = await as(cast.clara, '/ui/today', phone)
  await clara.getByRole('link', { name: /^Chat.*ungelesen/ }).click()
  const rows = clara.getByRole('list', { name: 'Ihre Chats' }).getByRole('listitem')
  await rows.first().getByText('Hallo Clara').waitFor()
  await rows.first().getByText('ungelesen').waitFor({ state: 'attached' })
  assert.ok((await rows.first().boundingBox())!.y < clara.viewportSize()!.height / 2)
  await rows.filter({ hasText: own.name }).waitFor()
  await clara.getByLabel('Zeigen', { exact: true }).selectOption('Gruppen')
  await rows.first().getByText('Zuletzt gesagt').waitFor()
  await rows.filter({ hasText: 'Hallo Clara' }).waitFor({ state: 'detached' })
  await clara.getByRole('link', { name: /^Chat.*ungelesen/ }).click()
  await rows.first().getByText('Hallo Clara').waitFor()
  // Groups of others are in a folded section. A group whose notifications the administrator turns on moves to
  // their own.
  const others = clara.locator('details').filter({ hasText: 'Alle Gruppen' })
  const other = await roomOf(cast.bruno)
  assert.ok(!(await roomLink(clara, other.name).isVisible()))
  await others.getByText(/^Alle Gruppen \(\d+\)$/).click()
  await roomLink(clara, other.name).waitFor()
  await others.getByText(`Alle Gruppen (${await others.getByRole('listitem').count()})`).waitFor()
  await clara.getByRole('button', { name: `Benachrichtigung für ${other.name}` }).click()
  await clara.getByRole('menuitemradio', { name: 'Nur markieren' }).click()
  await rows.filter({ hasText: other.name }).waitFor()
  // The address can show the hidden groups.
  await clara.goto('/ui/chat?show_hidden=true')
  await clara
    .getByRole('switch', { name: 'Verborgene Gruppen zeigen' })
    .and(clara.locator(':checked'))
    .waitFor()
})

test('somebody is found by name, told apart from others of the same, and talked with; the other sees that there is something to read', async () => {
  for (const username of ['dana.maier', 'dana.maier2']) {
    await call(cast.clara, 'POST', '/users/', { username })
    await db
      .updateTable('users')
      .set({ persplan_vorname: 'Dana', persplan_nachname: 'Maier-Namensvetter' })
      .where('username', '=', username)
      .execute()
  }
  const [elif, david] = [await as(cast.elif, '/ui/chat'), await as(cast.david, '/ui/docs')]
  const search = elif.getByRole('combobox', { name: 'Person suchen' })
  await search.fill('namensvetter')
  await elif.getByRole('option', { name: 'Maier-Namensvetter, Dana (dana.maier2)' }).click()
  await elif.waitForURL('**/ui/chat/direct/**')
  await elif.getByRole('heading', { name: 'Dana Maier-Namensvetter (dana.maier2)' }).waitFor()
  await area(elif).and(elif.locator(':focus')).waitFor()
  await search.fill('ünal')
  await elif.getByRole('option', { name: 'Ünal, David', exact: true }).click()
  await elif.getByRole('heading', { name: 'David Ünal' }).waitFor()
  await say(elif, 'Haben Sie den Schlüssel?')
  const dot = david.getByRole('link', { name: 'Chat ungelesene Nachrichten' })
  await dot.waitFor()
  await david.waitForFunction(() => document.title.startsWith('●'))
  await dot.click()
  await david.getByRole('link', { name: /^Elif Yıldız.*\s1\s+ungelesene Nachricht$/ }).waitFor()
  await say(elif, 'Den für hinten')
  await david.getByRole('link', { name: /^Elif Yıldız.*\s2\s+ungelesene Nachrichten$/ }).waitFor()
  await roomLink(david, 'Elif Yıldız').click()
  await waitForMessage(david, 'Haben Sie den Schlüssel?')
  await roomLink(david, 'Elif Yıldız').getByText('ungelesen').waitFor({ state: 'detached' })
  await dot.waitFor({ state: 'detached' })
  await david.waitForFunction(() => !document.title.startsWith('●'))
  await david
    .getByRole('button', { name: 'Benachrichtigung für Elif Yıldız: Benachrichtigen' })
    .first()
    .click()
  const mute = david.getByRole('menuitemradio', { name: 'Stumm' })
  await david.route('**/settings/', (route) => route.fulfill({ status: 403, json: { success: false } }), {
    times: 1,
  })
  await mute.click()
  await david.getByText('Fehler, vermutlich fehlende Berechtigung').waitFor()
  await david
    .getByRole('button', { name: 'Benachrichtigung für Elif Yıldız: Benachrichtigen' })
    .first()
    .click()
  await mute.click()
  await david.getByRole('button', { name: 'Benachrichtigung für Elif Yıldız: Stumm' }).first().waitFor()
})

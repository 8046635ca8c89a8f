// The stage of the stories about push: profiles in browsers that can be notified, or say that they can.
import { beforeEach } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '#demo/cast.ts'
import { canBeNotified, type Stubs } from '../push-stubs.ts'
import { type Options, setStage } from '../stage.ts'

/** Each story begins with nobody's device known. */
export async function setPushStage() {
  const stage = await setStage()
  const { db } = stage
  beforeEach(() => db.deleteFrom('push_subscriptions').execute())

  const open = (person: Person, stubs?: Stubs, options: Options = {}) =>
    stage.as(person, '/ui/profile', {
      worker: true,
      ...options,
      ...(stubs && { prepare: (context) => canBeNotified(context, stubs) }),
    })

  /** Whom the server would tell where. */
  async function known() {
    const all = await db
      .selectFrom('push_subscriptions')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['endpoint', 'username'])
      .execute()
    return all.map(({ endpoint, username }) => `${username} ${endpoint}`)
  }

  return { ...stage, open, known }
}

export const activate = (page: Page) =>
  page.getByRole('button', { name: 'Benachrichtigungen aktivieren' }).click()
export const devicesOf = (page: Page) =>
  page.getByRole('list', { name: 'Benachrichtigte Geräte' }).getByRole('listitem')
export const permission = (page: Page, word: string) => page.getByText(word, { exact: true }).waitFor()

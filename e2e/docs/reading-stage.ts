// The stage of the stories about a process that is read and filled in.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import {
  cell,
  checkboxField,
  headerCell,
  heading,
  link,
  numberField,
  paragraph,
  processOf,
  section,
  table,
  textareaField,
} from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import { cast, type Person } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { keptKeys } from '../kept-work.ts'
import { PATIENCE } from '../patience.ts'
import { setStage } from '../stage.ts'

export async function setReadingStage() {
  const stage = await setStage()
  const { call, publish } = stage
  const setStatus = (id: number, status: string) => call(cast.clara, 'PUT', `/docs/${id}/status/`, { status })
  const write = (id: number, content: Tree) => call(cast.clara, 'PATCH', `/docs/${id}/`, { content })

  /** Publishes a process for everybody, with this status. */
  async function doc(content: Tree, status = 'Aktiv') {
    const id = await publish(content)
    if (status !== 'Aktiv') await setStatus(id, status)
    return id
  }

  const answersOf = async (who: Page | Person, id: number) => {
    const { data } = (await call(who, 'GET', `/docs/${id}/currentuserdata/`)) as {
      data: Record<string, unknown>
    }
    return data
  }

  /** Waits until the server has stored this value. */
  async function untilStored(page: Page, id: number, name: string, value: unknown) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      if ((await answersOf(page, id))[name] === value) return
      await page.waitForTimeout(100)
    }
    assert.fail(`${name} is ${String((await answersOf(page, id))[name])}`)
  }

  return { ...stage, setStatus, write, doc, answersOf, untilStored }
}

export const show = (id: number) => `/ui/docs/${id}/show`
export const content = processOf(
  paragraph(
    'Bitte alles ausfüllen, Fragen an ',
    link('die Leitung', 'mailto:leitung@nordlicht.example'),
    '.',
  ),
  section(
    'Foyer',
    paragraph('Stühle: ', numberField('Stühle')),
    section('Garderobe', paragraph(checkboxField('Garderobe leer'))),
  ),
  section('Rundgang', heading(1, 'Ablauf'), paragraph(textareaField('Vorkommnisse'))),
  section(
    'Schlüssel',
    table([headerCell('Schlüssel'), headerCell('Anzahl')], ['Lager', cell(numberField('Lager'))]),
  ),
)
export const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^\s*gespeichert$/ })
    .waitFor()
/** From now on the server accepts no answers of this page; they can still be read. */
export const refuseAnswers = (page: Page) =>
  page.route('**/currentuserdata/', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )

/** Waits until the browser has stored the draft: a reload before that would lose it. */
export const untilKept = (page: Page, doc_id: number) =>
  until(
    async () => (await keptKeys(page)).some((key) => key.includes(`/answer/${doc_id}/`)),
    'it is not kept',
  )

// The balancers of docs/betrieb/mehrere-server/ with HTTPS, as people meet them: a browser speaks HTTP/2 with them, and
// what one person says in a room is with the other at once, whichever way the balancer takes live connections.
import assert from 'node:assert/strict'
import type { APIRequestContext, Browser, Page } from 'playwright-core'
import { cast, type Person } from '#demo/cast.ts'
import { launch } from '#e2e/browser.ts'
import { type RunningKontor, startKontor } from '#e2e/kontor.ts'
import { logIn } from '#e2e/log-in.ts'
import { type Figure, leftOut, type Tell } from '#measure/figures.ts'
import { freePort } from '#measure/real-server.ts'
import { type BalancerName, balancers, runBalancer } from './balancers.ts'
import { debianPrograms, type Programs } from './debian.ts'

export async function proveHttps(tell: Tell): Promise<Figure[]> {
  const programs = await debianPrograms()
  const browser = await launch()
  try {
    const figures: Figure[] = []
    for (const name of balancers) figures.push(await behind(name, programs, browser, tell))
    return figures
  } finally {
    await browser.close()
    await programs.remove()
  }
}

async function behind(name: BalancerName, programs: Programs, browser: Browser, tell: Tell): Promise<Figure> {
  const port = await freePort()
  const url = `https://localhost:${port}`
  const kontor = await startKontor({ PUBLIC_URL: url })
  const node = Number(new URL(kontor.url).port)
  try {
    const balancer = await runBalancer(programs, name, [node, node, node], port)
    if (!balancer) return leftOut(`${name}, neither installed nor to be had`)
    try {
      const { protocol, live, ms } = await talk(browser, url, kontor)
      tell(`${name}: ${protocol}, live by ${live}, a message with the other after ${Math.round(ms)} ms`)
      assert.equal(protocol, 'h2', `${name} speaks ${protocol} with the browser`)
      return { figure: `${name}: by HTTP/2, a message is with the other`, value: ms, unit: 'ms', n: 1 }
    } finally {
      await balancer.stop()
    }
  } finally {
    await kontor.stop()
  }
}

type Talk = { protocol: string; live: string; ms: number }

/** One says something, the other has the room open; with what the browser and the balancer speak. */
async function talk(browser: Browser, baseURL: string, kontor: RunningKontor): Promise<Talk> {
  const windowOf = async (person: Person) => {
    const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true, serviceWorkers: 'block' })
    await logIn(context.request, person)
    return context
  }
  const windows = [await windowOf(cast.anna), await windowOf(cast.bruno), await windowOf(cast.clara)] as const
  const [anna, bruno, clara] = windows
  try {
    const id = await sharedRoom(clara.request, kontor)
    const [speaker, listener] = [await anna.newPage(), await bruno.newPage()]
    const live = await watchLive(listener)
    for (const page of [speaker, listener]) {
      await page.goto(`/ui/chat/groups/${id}`)
      await page.getByText('Noch keine Nachrichten').or(page.getByRole('log')).first().waitFor()
    }
    const field = speaker.getByRole('textbox', { name: 'Nachricht' })
    await field.fill('Steht der Bus schon?')
    const begin = performance.now()
    await field.press('Enter')
    await listener.getByRole('log').getByText('Steht der Bus schon?', { exact: true }).waitFor()
    const ms = performance.now() - begin
    return { protocol: await listener.evaluate<string>(howItCame), live: live(), ms }
  } finally {
    for (const context of windows) await context.close()
  }
}

const howItCame = `performance.getEntriesByType('navigation')[0].nextHopProtocol`

/** How live connections come, which no page can tell: by HTTP/2 they are one of many streams, else one of their own. */
async function watchLive(page: Page): Promise<() => string> {
  let status = 0
  const network = await page.context().newCDPSession(page)
  network.on('Network.webSocketHandshakeResponseReceived', ({ response }) => {
    status = response.status
  })
  await network.send('Network.enable')
  return () => ({ 101: 'HTTP/1.1', 200: 'HTTP/2' })[status] ?? `no way (${status})`
}

/** A group of both, made by an administrator. */
async function sharedRoom(by: APIRequestContext, { kontor: { db } }: RunningKontor): Promise<number> {
  await by.put('/groups/custom/Runde/')
  for (const { username } of [cast.anna, cast.bruno]) {
    const { id } = await db
      .selectFrom('users')
      .where('username', '=', username)
      .select('id')
      .executeTakeFirstOrThrow()
    const joined = await by.put(`/users/${id}/groups/Runde/`)
    assert.ok(joined.ok(), `${username} is not in the group: ${joined.status()}`)
  }
  const { id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Runde')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

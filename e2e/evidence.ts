// Evidence of a failed story: pictures of its pages, their consoles, and a trace of all that was done.
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core'
import { within } from './patience.ts'

const FOLDER = join(import.meta.dirname, '../artifacts/stories')
const LAST_LINES = 20

export type Evidence = { console: string[]; unanswered: Set<Request> }

/** Begins to record what would explain a failure; costs a story some milliseconds. */
export async function record(context: BrowserContext): Promise<Evidence> {
  const console: string[] = []
  const say = (line: string) => console.push(`${new Date().toISOString().slice(11, 23)} ${line}`)
  context.on('console', (message: ConsoleMessage) => say(`${message.type()}: ${message.text()}`))
  context.on('weberror', (error) => say(`uncaught: ${error.error().stack ?? error.error().message}`))
  const unanswered = new Set<Request>()
  context.on('request', (request) => unanswered.add(request))
  context.on('requestfinished', (request) => unanswered.delete(request))
  context.on('requestfailed', (request) => {
    unanswered.delete(request)
    // Chromium reports this error for each 304, too.
    const { errorText } = request.failure() ?? {}
    if (errorText !== 'net::ERR_ABORTED') say(`failed: ${request.method()} ${request.url()} ${errorText}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400)
      say(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  await context.tracing.start({ screenshots: false, snapshots: false })
  return { console, unanswered }
}

/** Written to `artifacts/stories`. The last lines are also printed, for readers who have only the log of a run. */
export async function keep(file: string, story: string, windows: Map<BrowserContext, Evidence>) {
  const folder = join(FOLDER, basename(file, '.test.ts'), story.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80))
  await mkdir(folder, { recursive: true })
  console.log(`“${story}” left ${folder}`)
  let number = 0
  for (const [context, { console: lines, unanswered }] of windows) {
    number++
    for (const request of unanswered) lines.push(`unanswered: ${request.method()} ${request.url()}`)
    for (const [index, page] of context.pages().entries()) {
      console.log(`  window ${number}, page ${index + 1}: ${page.url()}`)
      await page.screenshot({ path: join(folder, `${number}-${index + 1}.png`), timeout: 5_000 }).catch(say)
    }
    const path = join(folder, `${number}-trace.zip`)
    await within(context.tracing.stop({ path }), 'the trace was not written').catch(say)
    await writeFile(join(folder, `${number}-console.txt`), lines.join('\n'))
    for (const line of lines.slice(-LAST_LINES)) console.log(`    ${line}`)
  }
}

const say = (error: Error) => console.log(`    ${error.message.split('\n')[0]}`)

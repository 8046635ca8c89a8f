// Starts the browser of the stories: the one that CHROMIUM names, else the one from npm.
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { packagedChromium } from './chromium.ts'

/** Playwright switches these off itself, which our own switch of this name would undo. */
const UNUSED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
]
const OPTIONS = [
  '--no-sandbox', // root and most containers can have none; it visits only ourselves
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--font-render-hinting=none',
  // Functions are compiled with their first call: a story calls few of those that a page loads, 8 % of the run.
  '--js-flags=--max-lazy',
  // A renderer started ahead for the next page takes a tenth of a story, and most stories have no next page.
  `--disable-features=${[...UNUSED, 'SpareRendererForSitePerProcess'].join()}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** The variable with the address of the one browser of `npm test`; a story started by hand starts its own. */
export const BROWSER = 'KONTOR_TEST_BROWSER'

export async function launch(): Promise<Browser> {
  const shared = process.env[BROWSER]
  // One that has crashed takes only the stories along that it had open.
  const browser = shared && (await chromium.connect(shared).catch(() => undefined))
  return browser || chromium.launch(await options())
}

/** Other processes connect to its address. */
export const startSharedBrowser = async () => chromium.launchServer(await options())

async function options(): Promise<LaunchOptions> {
  const own = process.env['CHROMIUM']
  const { executable, environment } = own ? { executable: own, environment: {} } : await packagedChromium()
  return {
    executablePath: executable,
    headless: true,
    env: { ...process.env, ...environment },
    args: OPTIONS,
  }
}

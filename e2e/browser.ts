// Starts the browser of the stories: the one that CHROMIUM names, else the one from npm.
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { packagedChromium } from './chromium.ts'

/** Features that Playwright disables. Our own `--disable-features` replaces its list, so it repeats them. */
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
  '--no-sandbox', // not available to root and in most containers; only our own pages are opened
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--font-render-hinting=none',
  // Compiles functions at their first call: a test calls few of those that a page loads. Saves 8 % of a run.
  '--js-flags=--max-lazy',
  // A spare renderer for the next page costs a tenth of a test, and most tests open no second page.
  `--disable-features=${[...UNUSED, 'SpareRendererForSitePerProcess'].join()}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/**
 * Environment variable with the address of the browser that all test files of `npm test` share. Without it, a
 * file starts a browser of its own.
 */
export const BROWSER = 'KONTOR_TEST_BROWSER'

export async function launch(): Promise<Browser> {
  const shared = process.env[BROWSER]
  // If the shared browser has crashed, only its open tests fail: later files start their own.
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

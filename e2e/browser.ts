// Starts the browser of the stories: the one that CHROMIUM names, else the one from npm.
import { type Browser, chromium } from 'playwright-core'
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
  // A renderer started ahead for the next page takes a tenth of a story, and most stories have no next page.
  `--disable-features=${[...UNUSED, 'SpareRendererForSitePerProcess'].join()}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

export async function launch(): Promise<Browser> {
  const own = process.env['CHROMIUM']
  const { executable, environment } = own ? { executable: own, environment: {} } : await packagedChromium()
  return chromium.launch({
    executablePath: executable,
    headless: true,
    env: { ...process.env, ...environment },
    args: OPTIONS,
  })
}

import { mkdirSync } from 'node:fs'
import sharp from 'sharp'
import { launch } from '#e2e/browser.ts'
import { logIn } from '#e2e/log-in.ts'

// args: out base user width height scheme paths...
const [, , out, user, w, h, scheme, ...paths] = process.argv as string[]
const browser = await launch()
const phone = Number(w) < 800
const ctx = await browser.newContext({
  baseURL: process.env['BASE'] ?? 'http://localhost:8090',
  viewport: { width: Number(w), height: Number(h) },
  locale: 'de-DE',
  timezoneId: 'Europe/Berlin',
  colorScheme: scheme as 'light',
  hasTouch: phone,
  isMobile: phone,
})
const page = await ctx.newPage()
await logIn(page.request, { username: user! })
mkdirSync('/tmp/shots', { recursive: true })
const files: Buffer[] = []
for (const p of paths) {
  const [path, ...acts] = p.split('@@')
  await page.goto(path!, { waitUntil: 'networkidle' }).catch(() => {})
  await page.waitForTimeout(600)
  for (const act of acts) {
    await page.evaluate(act).catch(async () => {})
    await page.waitForTimeout(500)
  }
  files.push(await page.screenshot())
}
const W = Number(w),
  H = Number(h),
  cols = Math.min(files.length, Math.max(1, Math.floor(2700 / W)))
const rows = Math.ceil(files.length / cols)
await sharp({ create: { width: cols * (W + 8), height: rows * (H + 8), channels: 3, background: '#888' } })
  .composite(
    files.map((f, i) => ({ input: f, left: (i % cols) * (W + 8), top: Math.floor(i / cols) * (H + 8) })),
  )
  .png()
  .toFile(`/tmp/shots/${out}.png`)
await browser.close()

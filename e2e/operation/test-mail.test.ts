import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { expectAccessible } from '../accessible.ts'
import { devices, setStage } from '../stage.ts'

const server = await startMailServer({ isPlain: true, unknown: 'niemand@firma.example' })
after(() => server.stop())
const { as } = await setStage({
  PUBLIC_URL: 'http://127.0.0.1',
  SMTP_URL: `smtp+plain://localhost:${server.port}`,
  MAIL_FROM: 'kontor@firma.example',
})

for (const { device, options } of devices)
  test(`an administrator sends a mail ${device} to see whether mails go out, and reads why one does not`, async () => {
    const page = await as(cast.clara, '/ui/operation', options)
    await page.getByRole('button', { name: 'Probe senden' }).click()
    await page.getByText('Der Mailserver hat die Probe angenommen').waitFor()
    assert.deepEqual(server.received.at(-1)?.to, ['clara@nordlicht.example'])
    await page.getByLabel('E-Mail-Adresse').fill('niemand@firma.example')
    await page.getByRole('button', { name: 'Probe senden' }).click()
    await page.getByText('Der Mailserver nimmt die E-Mail-Adresse nicht an.').waitFor()
    await expectAccessible(page)
  })

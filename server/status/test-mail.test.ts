import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { readConfig } from '#server/config.ts'
import { mailFindings, providerFindings } from '#server/operation/checks/elsewhere.ts'
import { testApp } from '#server/testing/app.ts'
import { startMailServer } from '#server/testing/mail-server.ts'

const server = await startMailServer({ isPlain: true, unknown: 'niemand@firma.example' })
const settings = {
  SMTP_URL: `smtp+plain://localhost:${server.port}`,
  MAIL_FROM: 'kontor@firma.example',
  PUBLIC_URL: 'https://kontor.firma.example',
}
const kontor = await testApp(settings)
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await server.stop()
})
const clara = await kontor.as(cast.clara)
const sent = async () =>
  (await kontor.kontor.db.selectFrom('audit').where('action', '=', 'mail.test').select('id').execute()).length
const send = (email: string | null, who = clara) => who.send('POST', '/operation/test_mail/', { email })

test('an administrator sends a mail to see whether mails go out, to themselves or to somebody', async () => {
  assert.equal((await send(null)).status, 200)
  assert.deepEqual(server.received.at(-1)?.to, ['clara@nordlicht.example'])
  assert.equal((await send(' betrieb@firma.example ')).status, 200)
  assert.deepEqual(server.received.at(-1)?.to, ['betrieb@firma.example'])
  assert.match(String(server.received.at(-1)?.text), /Clara Döring hat sie unter „Betrieb“ ausgelöst/)
  const { body } = await clara.get('/audit/')
  assert.match(JSON.stringify(body), /Eine E-Mail zur Probe gesendet, an eine Adresse bei „firma\.example“/)
  assert.equal(await sent(), 2)
})

test('why it does not go out is told in a sentence', async () => {
  const before = await sent()
  const refused = await send('niemand@firma.example')
  assert.equal(refused.status, 409)
  assert.equal(await sent(), before, 'nothing was sent, and the audit log says nothing else')
  assert.equal(refused.body['details'], 'Der Mailserver nimmt die E-Mail-Adresse nicht an.')
  assert.equal((await send('keine Adresse')).status, 422)
  assert.equal((await send(null, await kontor.as(cast.anna))).status, 403)
  await using without = await testApp()
  const nobody = await send(null, await without.as(cast.clara))
  assert.match(String(nobody.body['details']), /Es fehlt ein Mailserver/)
})

test('doctor says whether the mail server takes us, and whether each provider tells of itself', async () => {
  const away = {
    ...settings,
    OIDC_PROVIDERS: 'firma',
    OIDC_FIRMA_ISSUER: 'https://127.0.0.1:1',
    OIDC_FIRMA_CLIENT_ID: 'kontor',
    OIDC_FIRMA_MATCH: 'email',
  }
  const [mail] = await mailFindings(readConfig(settings))
  assert.equal(mail?.isOk, true)
  const [closed] = await mailFindings(readConfig({ ...settings, SMTP_URL: 'smtp+plain://localhost:1' }))
  assert.match(
    String(closed?.text),
    /„localhost“ \(SMTP_URL\) ist nicht nutzbar: Der Mailserver antwortet nicht\./,
  )
  assert.equal(closed?.isOk, false)
  const [provider] = await providerFindings(readConfig(away))
  assert.match(String(provider?.text), /^Der Anbieter „.*“ \(https:\/\/127\.0\.0\.1:1\/\) antwortet nicht\./)
  assert.deepEqual(await mailFindings(readConfig({})), [])
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast, everybody } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)

const fileOf = (text: string | Buffer) => Buffer.from(text).toString('base64')
const preview = async (text: string | Buffer, deactivate_missing = false) =>
  (await clara.send('POST', '/users/import/preview/', { file: fileOf(text), deactivate_missing })).body
const take = (text: string | Buffer, deactivate_missing = false) =>
  clara.send('POST', '/users/import/', { file: fileOf(text), deactivate_missing })
const row = (username: string) =>
  db.selectFrom('users').where('username', '=', username).selectAll().executeTakeFirstOrThrow()
const groupsOf = async (username: string) => {
  const { rows } = await db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .where('user_id', '=', (await row(username)).id)
    .where('is_effective', '=', true)
    .select('groups.name')
    .execute()
    .then((found) => ({
      rows: found.map(({ name }) => name).toSorted((one, other) => (one < other ? -1 : 1)),
    }))
  return rows
}
const count = (answer: Record<string, unknown>, kind: string) => (answer[kind] as { count: number }).count

const head = 'Benutzername;Vorname;Nachname;E-Mail;Telefon;Gruppen'
const table = `${head}\r\nmira;Mira;Öz;mira@nordlicht.example;+49 40 1;Werkstatt, Technik\r\nnils;Nils;Ude;;;Werkstatt\r\n`

test('the preview says what would be new, and writes nothing', async () => {
  const answer = await preview(table)
  assert.deepEqual(answer['refused'], null)
  assert.deepEqual(answer['new'], { count: 2, names: ['Öz, Mira', 'Ude, Nils'] })
  assert.deepEqual(answer['new_groups'], { count: 1, names: ['Werkstatt'] })
  assert.equal(answer['memberships_added'], 3)
  const found = await db.selectFrom('users').where('username', 'in', ['mira', 'nils']).select('id').execute()
  assert.deepEqual(found, [])
})

test('people come with their groups, and the same file again changes nothing', async () => {
  assert.equal((await take(table)).status, 200)
  const { email, persplan_vorname, persplan_nachname, persplan_telefon, password_hash, persplan_id } =
    await row('mira')
  assert.deepEqual(
    [email, persplan_vorname, persplan_nachname, persplan_telefon, password_hash, persplan_id],
    ['mira@nordlicht.example', 'Mira', 'Öz', '+49 40 1', null, null],
  )
  assert.deepEqual(await groupsOf('mira'), ['Technik', 'Werkstatt'])
  const again = await preview(table)
  assert.deepEqual([count(again, 'new'), count(again, 'changed'), again['unchanged']], [0, 0, 2])
})

for (const [what, bytes] of [
  ['UTF-8 with its mark and tabs', Buffer.from(`\ufeff${table.replaceAll(';', '\t')}`)],
  ['Windows-1252', Buffer.from(table, 'latin1')],
  ['UTF-16, as the Unicode text of Excel', Buffer.from(`\ufeff${table.replaceAll(';', '\t')}`, 'utf16le')],
  ['UTF-16 the other way round', Buffer.from(`\ufeff${table}`, 'utf16le').swap16()],
  ['commas and quotes', Buffer.from(table.replaceAll(/[^;\r\n]+/g, '"$&"').replaceAll(';', ','))],
  ['bare ends of lines', Buffer.from(table.replaceAll('\r\n', '\n').trimEnd())],
] as const)
  test(`a file with ${what} reads the same`, async () => {
    const answer = await preview(bytes)
    assert.deepEqual([answer['problems'], answer['unchanged']], [[], 2])
  })

test('what a file leaves empty, or says nothing of, stays; nobody leaves a group by it', async () => {
  await take('Benutzername;Nachname;E-Mail\nMIRA;Özdemir;\n')
  const { username, persplan_nachname, email } = await row('mira')
  assert.deepEqual([username, persplan_nachname, email], ['mira', 'Özdemir', 'mira@nordlicht.example'])
  assert.deepEqual(await groupsOf('mira'), ['Technik', 'Werkstatt'])
})

test('whom a file gives another address, their mailed links are over', async () => {
  const { id } = await row('mira')
  await sql`insert into access_links (user_id, kind, token_hash, expires_at, mail)
    values (${id}, 'invitation', sha256('mira'), now() + interval '1 hour', 'sent')`.execute(db)
  const isOpen = async () => {
    const { token_hash } = await db
      .selectFrom('access_links')
      .where('user_id', '=', id)
      .select('token_hash')
      .executeTakeFirstOrThrow()
    return token_hash !== null
  }
  const { email } = await row('mira')
  await take(`Benutzername;Telefon\r\nmira;+49 40 2\r\n`)
  assert.equal(await isOpen(), true)
  await take(`Benutzername;E-Mail\r\nmira;mira@neu.example\r\n`)
  assert.equal(await isOpen(), false)
  await take(`Benutzername;Telefon;E-Mail\r\nmira;+49 40 1;${email}\r\n`)
})

test('each problem names its line, and while there is one nothing is written', async () => {
  const broken = `${head}\npaula;Paula;A;keine Adresse;;\n"quirin\nzwei";Q;B;;;\nrita;R;C;;;x;y\nsven;S;D;;;\nSVEN;S;E;;;\n;;;t@u.example;;\n`
  const answer = await preview(broken)
  assert.deepEqual(
    (answer['problems'] as { line: number; sentence: string }[]).map(
      ({ line, sentence }) => `${line} ${sentence}`,
    ),
    [
      '2 „keine Adresse“ ist keine E-Mail-Adresse.',
      '3 Der Benutzername ist länger als 100 Zeichen oder enthält Zeichen, die man nicht sieht.',
      '5 Die Zeile hat mehr Spalten als die erste.',
      '7 Den Benutzernamen „SVEN“ hat schon Zeile 6.',
      '8 Der Benutzername fehlt.',
    ],
  )
  assert.match(String(answer['refused']), /^5 Zeilen sind nicht lesbar/)
  assert.equal((await take(broken)).status, 409)
  for (const [text, sentence] of [
    ['', /leer/],
    ['Name;Alter\nx;1\n', /fehlt die Spalte „Benutzername“/],
    [`${head}\n"offen;x\n`, /Anführungszeichen wird nicht geschlossen/],
    ['Benutzername;Login\na;b\n', /gibt es zweimal/],
  ] as const) {
    const [problem] = (await preview(text))['problems'] as { sentence: string }[]
    assert.match(problem?.sentence ?? '', sentence)
  }
})

test('what is no Base64 is refused, for a preview and an import; ends of lines within it are fine', async () => {
  for (const path of ['/users/import/preview/', '/users/import/'] as const)
    for (const file of [table, 'Benutzername;Vorname', 'YQ=', 'YQ==YQ==']) {
      const { status, body } = await clara.send('POST', path, { file })
      assert.equal(status, 422, file)
      assert.match(String(body['details']), /Base64/)
    }
  const folded = fileOf(table).replaceAll(/.{76}/g, '$&\r\n')
  const { body } = await clara.send('POST', '/users/import/preview/', { file: folded })
  assert.deepEqual(body['problems'], [])
})

test('a column that is no field is named as it is, also where every object answers to its name', async () => {
  const answer = await preview('Benutzername;constructor;toString\r\nmira;1;2\r\n')
  assert.deepEqual([answer['ignored_columns'], answer['problems']], [['constructor', 'toString'], []])
})

test('without usernames they are made of the names, the same each time', async () => {
  const names = 'Vorname;Nachname\nÄnne;Groß Müller\n'
  assert.equal((await take(names)).status, 200)
  assert.equal((await row('aenne.gross-mueller')).persplan_nachname, 'Groß Müller')
  assert.equal((await preview(names))['unchanged'], 1)
})

test('whom the planner knows is left to it', async () => {
  const answer = await preview(`${head}\nanna;Anders;Anders;;;Werkstatt\n`)
  assert.deepEqual(
    [count(answer, 'of_planner'), count(answer, 'changed'), answer['memberships_added']],
    [1, 0, 0],
  )
})

test('who is missing stays; asked for, they are deactivated, but not more than a sync may, and no admin', async () => {
  const rest = await preview(`${head}\nmira;;;;;\n`)
  assert.equal(count(rest, 'missing'), 2)
  assert.equal(rest['refused'], null)
  const refused = await take(`${head}\nmira;;;;;\n`, true)
  assert.equal(refused.status, 409)
  assert.match(String(refused.body['details']), /Es würden 2 von 3 Personen deaktiviert, mehr als 20 %/)
  for (let number = 0; number < 4; number++)
    await clara.send('POST', '/users/', { username: `kraft-${number}` })
  const most = ['mira', 'aenne.gross-mueller', ...[0, 1, 2, 3].map((number) => `kraft-${number}`)]
  const nilsOut = `Benutzername\n${most.join('\n')}\n`
  assert.equal((await take(nilsOut, true)).status, 200)
  assert.equal((await row('nils')).is_active, false)
  assert.equal((await row('clara')).is_active, true)
  const back = await preview('Benutzername\nnils\n')
  assert.equal(count(back, 'returning'), 1)
  await take('Benutzername\nnils\n')
  assert.equal((await row('nils')).is_active, true)
})

test('the list goes out as a file that a spreadsheet opens, without formulas, and an import reads again', async () => {
  await take(`${head}\ntina;Tina;'=1+1;;;Licht, Ton|\n`)
  const { status, text, headers } = await clara.get('/users/export/')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(String(headers['content-disposition']), /Benutzer.*\.csv/)
  assert.ok(text.startsWith('\ufeffBenutzername;Vorname;'))
  assert.match(text, /^tina;Tina;'=1\+1;;;"Licht, Ton\|"\r$/m)
  assert.match(text, /^mira;Mira;Özdemir;mira@nordlicht.example;"'\+49 40 1";Technik\|Werkstatt\r$/m)
  const answer = await preview(text)
  assert.deepEqual(
    [answer['problems'], count(answer, 'new'), count(answer, 'changed'), count(answer, 'of_planner')],
    [[], 0, 0, everybody.length],
  )
  assert.equal(answer['memberships_added'], 0)
})

test('a group is read back under its own name, whatever is in it; older files are read as they were', async () => {
  const names = ['Ton|Licht', 'Bühne\\', '|', 'a\\|b', 'Halle, Süd']
  for (const name of names) await clara.send('POST', '/groups/', { name })
  const own = async (groups: string) => {
    await take(`${head}\nuwe;Uwe;Ude;;;\n`)
    await db
      .deleteFrom('memberships')
      .where('user_id', '=', (await row('uwe')).id)
      .execute()
    await take(`${head}\nuwe;Uwe;Ude;;;${groups}\n`)
    return groupsOf('uwe')
  }
  const all = names.map((name) => name.replace(/[\\|]/g, '\\$&')).join('|')
  assert.deepEqual(await own(all), names.toSorted())
  for (const groups of ['Ton\\|Licht|', 'Bühne\\\\|', all]) {
    const before = await own(groups)
    const { text } = await clara.get('/users/export/')
    const cell = /^uwe;Uwe;Ude;;;"?(.*?)"?\r$/m.exec(text)?.[1] as string
    assert.deepEqual(await own(cell), before)
    const answer = await preview(text)
    assert.deepEqual([answer['memberships_added'], count(answer, 'new_groups')], [0, 0])
  }
  assert.deepEqual(await own('FIRMA\\Technik|Werkstatt'), ['FIRMA\\Technik', 'Werkstatt'])
  assert.deepEqual(await own('Werkstatt, Technik'), ['Technik', 'Werkstatt'])
})

test('of two people whose names were told apart before, the file means the one who is called so', async () => {
  const [older, younger] = ['Weiß', 'WEISS']
  const people = [{ username: older }, { username: younger, collides: true }]
  await db.insertInto('users').values(people).execute()
  for (const [name, other, group] of [
    [older, younger, 'Erste'],
    [younger, older, 'Zweite'],
  ] as const) {
    assert.equal((await take(`${head}\n${name};${name};Zwei;;;${group}\n`)).status, 200)
    assert.deepEqual(await groupsOf(name), [group])
    assert.equal((await row(name)).persplan_vorname, name)
    assert.notEqual((await row(other)).persplan_vorname, name)
  }
})

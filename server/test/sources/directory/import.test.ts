import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { UsageError } from '../../../src/commands/command.ts'
import { importPeople } from '../../../src/sources/directory/import/import.ts'
import { syntheticPerson } from '../../../src/sources/directory/import/synthetic.ts'
import { tidyDirectory } from '../../../src/sources/directory/retention.ts'
import { findPerson, type PersonLookup } from '../../../src/sources/directory/search/find-people.ts'
import { searchPeople } from '../../../src/sources/directory/search/search.ts'
import { commandsOn } from '../../support/commands.ts'
import { freshDatabase, testContext, until } from '../../support/harness.ts'
import { run } from '../../support/processes.ts'

const ctx = await testContext()
const { db } = ctx
const quoin = commandsOn(ctx)
const actorAndReason = ['--actor', 'tester@example.com', '--reason', 'asked']
const folder = mkdtempSync(join(tmpdir(), 'quoin-import-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const bring = (path: string, ...options: string[]) => quoin('import', 'people', path, ...options)
const find = (by: PersonLookup) => findPerson(db, 'ws', by)

test('a CSV file with quotes, line breaks and any spelling of the columns is imported', async () => {
  const path = file(
    'good.csv',
    '\uFEFFFirst Name;lastName;Job Title;"Company Website";Skills;E-Mail;Shoe size\r\n' +
      'Ada;Example;"Head of ""Research"";\r\nand more";https://www.ada.example/about;"Poetry|Numbers";ADA@ada.example;38\r\n' +
      '\r\n"Bo";"Example, Jr.";CTO;bo.example;;;\n',
  )
  assert.equal(
    await bring(path),
    'Read 2 rows of good.csv: 2 added, 0 updated, 0 unchanged, 0 rejected.\nIgnored columns: Shoe size.',
  )
  const ada = await find({ by: 'email', email: 'ada@ada.example' })
  assert.equal(ada?.title, 'Head of "Research"; and more')
  assert.deepEqual([ada?.seniority, ada?.company?.domain, ada?.skills], ['head', 'ada.example', ['Poetry', 'Numbers']])
  const bo = await find({ by: 'name', full_name: 'Bo Example, Jr.', domain: 'bo.example' })
  assert.deepEqual([bo?.first_name, bo?.last_name, bo?.seniority], ['Bo', 'Example, Jr.', 'c_suite'])
})

test('rejected rows are reported with their line numbers, and the others are imported', async () => {
  const path = file(
    'bad.csv',
    'full_name,email,company,employees\nCid Example,cid@bad.example,Bad,12\n,nobody@bad.example,Bad,1\nDee Example,"not\nan address",Bad,1\n' +
      'Eli Example,eli@bad.example,Bad,"a few"\nFay Example,fay@bad.example,Bad,1,too many\nGus Example,,,\n"Hal Example,hal@bad.example,Bad,1\nIda Example,ida@bad.example,Bad,5\n',
  )
  const summary = await bring(path)
  const report = `${path}.rejected.csv`
  assert.deepEqual(summary.split('\n'), [
    'Read 8 rows of bad.csv: 2 added, 0 updated, 0 unchanged, 6 rejected.',
    '  line 3: the name is missing',
    '  line 4: email is not an email address',
    '  line 6: company_size is neither a number nor a range of numbers',
    '  line 7: there are 5 cells for 4 columns',
    '  line 8: nothing identifies this person: add an id, an email, a link or the company',
    '  line 9: a quote is opened here but not closed',
    `All 6 rejected rows are in ${report}.`,
  ])
  assert.deepEqual(readFileSync(report, 'utf8').split('\r\n').slice(0, 3), [
    'line,field,reason',
    '3,full_name,the name is missing',
    '4,email,email is not an email address',
  ])
})

test('a JSON line can be a person as this API returns it, and bad lines are reported', async () => {
  const email = 'jo@json.example'
  const answer = {
    id: 'x-1',
    full_name: 'Jo Example',
    company: { name: 'Json', domain: 'json.example', size: '11-50' },
    location: { city: 'Rome', country: 'Italy' },
    skills: ['a', 'b'],
    email,
  }
  const path = file(
    'some.ndjson',
    `${JSON.stringify(answer)}\n\n{"full_name": "Kim"\n[1]\n{"full_name": 7, "company": "Json", "skills": {}}\n{"full_name":"Lee Example","company":"Json"}`,
  )
  assert.deepEqual((await bring(path)).split('\n').slice(0, 4), [
    'Read 5 rows of some.ndjson: 2 added, 0 updated, 0 unchanged, 3 rejected.',
    '  line 3: this is not JSON',
    '  line 4: this is not a JSON object',
    '  line 5: skills must be a list, not an object',
  ])
  const jo = await find({ by: 'email', email })
  assert.deepEqual(
    [jo?.company?.size, jo?.location, jo?.skills],
    ['11-50', { city: 'Rome', region: null, country: 'IT' }, ['a', 'b']],
  )
})

test('the encoding is read from the file or given, and a wrong one is reported', async () => {
  const text = 'name,company\nJürgen Groß,Enc\nPlain Example,Enc\n'
  const latin = file('latin.csv', Buffer.from(text, 'latin1'))
  assert.match(
    await bring(latin),
    /1 added, .* 1 rejected\.\n {2}line 2: this is not UTF-8 text: .*--encoding windows-1252/,
  )
  assert.match(await bring(latin, '--encoding', 'windows-1252'), /1 added, 0 updated, 1 unchanged, 0 rejected/)
  const wide = Buffer.from(`\uFEFF${text.replaceAll('Groß', 'Weiß')}`, 'utf16le')
  assert.match(await bring(file('wide.csv', wide)), /1 added, 1 updated, 0 unchanged, 0 rejected/)
  await assert.rejects(bring(file('wide-unmarked.csv', wide.subarray(2))), UsageError)
  await assert.rejects(bring(latin, '--encoding', 'klingon'), UsageError)
  await assert.rejects(bring(join(folder, 'missing.csv')), UsageError)
  await assert.rejects(bring(file('list.json', '[{"name": "x"}]')), /one object per line/)
  await assert.rejects(bring(file('nameless.csv', 'a,b\n1,2\n')), /none of these is a person's name/)
})

test('people who are imported again are merged by id or email, and newer values win', async () => {
  await bring(
    file(
      'merge-1.csv',
      'id,full_name,email,title,company,skills\n1,Max Example,max@merge.example,Cook,Merge,a;b\n1,Max Example,,Chef,,\n',
    ),
    '--source',
    'first',
  )
  const summary = await bring(
    file('merge-2.csv', 'full_name,email,city\nMaximilian Example,MAX@merge.example,Rome\n'),
    '--source',
    'second',
  )
  assert.match(summary, /0 added, 1 updated/)
  const max = await find({ by: 'email', email: 'max@merge.example' })
  assert.deepEqual(
    [max?.full_name, max?.title, max?.location?.city, max?.skills],
    ['Maximilian Example', 'Chef', 'Rome', ['a', 'b']],
  )
  assert.deepEqual(
    max?.sources.map(({ name, fields }) => [name, fields.join(' ')]),
    [
      ['first', 'company_name email last_name skills title'],
      ['second', 'city email first_name full_name last_name'],
    ],
  )
})

test('suppressed people are not imported, by whichever key they are suppressed', async () => {
  await bring(file('before.csv', 'full_name,email,company_domain\nNan Example,nan@left.example,left.example\n'))
  for (const [kind, value] of [
    ['email', 'Ned@gone.example'],
    ['domain', 'left.example'],
  ] as const)
    await quoin('suppress', 'add', kind, value, ...actorAndReason)
  assert.equal(await find({ by: 'email', email: 'nan@left.example' }), undefined)
  const path = file(
    'after.csv',
    'full_name,email,company_domain\nNed Example,ned@GONE.example,\nNan Example,,www.left.example\nNo Example,no@eu.left.example,\nNora Example,nora@gone.example,\n',
  )
  assert.match(await bring(path), /1 added, 0 updated, 0 unchanged, 3 suppressed, 0 rejected/)
  assert.match(
    await quoin('suppress', 'list'),
    /domain left\.example {2}asked\nsup_\S+ {2}\S+ {2}email_sha256 [0-9a-f]{64} {2}asked$/,
  )
  const [, id = ''] = /(sup_\S+)/.exec(await quoin('suppress', 'list')) ?? []
  assert.match(
    await quoin('suppress', 'remove', id, ...actorAndReason),
    /^Removed the suppression of domain left\.example/,
  )
  assert.match(await bring(path), /2 added, 0 updated, 1 unchanged, 1 suppressed/)
  await assert.rejects(quoin('suppress', 'add', 'email', 'nonsense', ...actorAndReason), UsageError)
})

test('synthetic people are the same for the same seed, do not exist, and can be searched at once', async () => {
  assert.deepEqual(syntheticPerson(7, 100, 3), syntheticPerson(7, 100, 3))
  assert.notDeepEqual(syntheticPerson(7, 100, 3), syntheticPerson(7, 100, 4))
  for (let n = 0; n < 200; n++) {
    const { company_domain, email } = syntheticPerson(n, 200)
    assert.match(String(company_domain), /\.example$/)
    assert.match(typeof email === 'string' ? email : '@x.example', /\.example$/)
  }
  assert.match(await quoin('import', 'people', '--synthetic', '300', '--seed', '5'), /300 added/)
  assert.match(await quoin('import', 'people', '--synthetic', '300', '--seed', '5'), /300 unchanged/)
  const found = await searchPeople(db, { workspaceId: 'ws', query: 'engineer', filters: {}, limit: 10 })
  assert.equal(found.people.length, 10)
})

test('deleting a source deletes the people whom no other source has, and keeps the others', async () => {
  const header = 'full_name,email'
  await bring(
    file('one.csv', `${header}\nOlga Example,olga@forget.example\nPia Example,pia@forget.example\n`),
    '--source',
    'one',
  )
  await bring(file('two.csv', `${header},title\nPia Example,pia@forget.example,Judge\n`), '--source', 'two')
  assert.equal(await quoin('import', 'forget', 'one', ...actorAndReason), 'Removed 1 person known only from one.')
  assert.equal(await find({ by: 'email', email: 'olga@forget.example' }), undefined)
  assert.equal((await find({ by: 'email', email: 'pia@forget.example' }))?.title, 'Judge')
  assert.match(await bring(join(folder, 'one.csv'), '--source', 'one'), /1 added, 0 updated, 1 unchanged/)
})

test('a person whom another source adds while the first is being deleted stays', async () => {
  await bring(file('three.csv', 'full_name,email\nQuinn Example,quinn@forget.example\n'), '--source', 'three')
  const entry = { name: 'four', fields: ['full_name'], seen_at: '2026-01-15T09:30:00.000Z' }
  const forgetting = await db.begin(async (tx) => {
    await tx`update people set sources = sources || ${tx.json([entry])}::jsonb where email = 'quinn@forget.example'`
    const answer = quoin('import', 'forget', 'three', ...actorAndReason)
    const waiting = () => db`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until('a transaction that waits for them', async () => (await waiting()).length > 0)
    return { answer }
  })
  assert.equal(await forgetting.answer, 'Removed 0 people known only from three.')
  assert.ok(await find({ by: 'email', email: 'quinn@forget.example' }))
})

test('two processes that import the same people at once both finish, and no person is there twice', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `Twin ${n},twin${n}@twin.example,Twin ${n % 50}`)
  const paths = ['a', 'b'].map((name) => file(`twin-${name}.csv`, `full_name,email,company\n${rows.join('\n')}\n`))
  await Promise.all(paths.map((path) => bring(path)))
  const counted = await db`select count(*) as count from people where company_name like 'Twin %'`
  assert.deepEqual([...counted], [{ count: 3000 }])
})

test('an import that is killed continues where it was', async () => {
  const address = await freshDatabase()
  const rows = Array.from({ length: 30_000 }, (_, n) =>
    n % 1000 === 7 ? `,bad${n}@kill.example` : `Killed ${n},k${n}@kill.example`,
  )
  const path = file('kill.csv', `full_name,email\n${rows.join('\n')}\n`)
  const [host = '', database = ''] = address.split('?')
  const env = { DATABASE_URL: `postgres:///${database}`, PGHOST: host, PGUSER: 'quoin', QUOIN_DATA: folder }
  const start = () => run('import', env, { args: ['people', path] })
  const { db: watched } = await testContext({ address })
  const settled = async () =>
    Number((await watched`select coalesce(max(records), 0) as n from directory_imports`)[0]?.['n'])
  const first = start()
  while ((await settled()) === 0) assert.equal(first.child.exitCode, null, first.output())
  first.child.kill('SIGKILL')
  await first.ended
  const before = await settled()
  assert.ok(before > 0 && before < 30_000, `${before} of 30000 were settled`)

  const second = start()
  assert.equal((await second.ended).code, 0, second.output())
  assert.match(second.output(), /Read 30,000 rows of kill\.csv: 29,970 added, 0 updated, 0 unchanged, 30 rejected\./)
  assert.deepEqual([...(await watched`select count(*) as count from people`)], [{ count: 29_970 }])
  const lines = readFileSync(`${path}.rejected.csv`, 'utf8').trim().split('\r\n')
  assert.deepEqual(
    lines.slice(1).map((line) => Number(line.split(',')[0])),
    Array.from({ length: 30 }, (_, n) => n * 1000 + 9),
  )
})

test('the hourly timer does not build indexes in the middle of a first load', async () => {
  const own = await testContext()
  const missing: number[] = []
  const counted = async () =>
    4 -
    (
      await own.db`select from pg_indexes where indexname in ('people_place', 'people_doc', 'people_marks', 'people_added')`
    ).length
  await importPeople(own.db, own.clock, {
    id: 'first',
    source: 'first',
    bulkFrom: 1000,
    items: async function* (start) {
      for (let n = start; n < 9000; n++) {
        if (n === 8500) {
          await until('indexes are dropped', async () => (await counted()) === 4)
          await tidyDirectory(own.db, own.clock.now())
          missing.push(await counted())
        }
        yield { line: n + 2, raw: syntheticPerson(n, 10_000) }
      }
    },
  })
  assert.deepEqual([...missing, await counted()], [4, 0])
})

test('a long first load can be searched as usual at its end; after a kill, the hourly timer builds the indexes', async () => {
  const own = await testContext()
  const load = (id: string, from: number, count: number) =>
    importPeople(own.db, own.clock, {
      id,
      source: 'first',
      bulkFrom: 1000,
      items: function* (start) {
        for (let n = start; n < count; n++) yield { line: n + 2, raw: syntheticPerson(from + n, 10_000) }
      },
      onProgress: ({ row: { records } }) => {
        if (id === 'killed' && records > 2000) throw new Error('killed')
      },
    })
  const indexes = async () =>
    (await own.db`select indexname from pg_indexes where tablename = 'people' order by 1`).map(
      (row) => row['indexname'],
    )
  const all = await indexes()
  const dropped = ['people_added', 'people_doc', 'people_marks', 'people_named', 'people_place']
  assert.deepEqual(
    all.filter((name) => dropped.includes(name)),
    dropped,
  )
  await assert.rejects(load('killed', 0, 5000), /killed/)
  assert.deepEqual(
    await indexes(),
    all.filter((name) => !dropped.includes(name)),
  )
  await tidyDirectory(own.db, own.clock.now())
  assert.deepEqual(await indexes(), all)
  assert.equal((await load('second', 5000, 2500)).added, 2500)
  assert.deepEqual(await indexes(), all)
})

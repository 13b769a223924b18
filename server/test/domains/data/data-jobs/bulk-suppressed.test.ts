import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256Hex } from '../../../../src/kit/hash.ts'
import { suppress } from '../../../../src/sources/directory/suppress/suppress.ts'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { boot } from '../../../support/harness.ts'
import {
  type AnyJob,
  ended,
  fetchJobResults,
  fetchResultFile,
  grant,
  startJobs,
  submit,
} from '../../../support/job-scene.ts'

const { ctx, live, workspaceId } = await boot({ env: { SOURCES_FIND_EMAIL: 'directory', LOG_LEVEL: 'silent' } })
await startJobs(ctx)
await grant(ctx, workspaceId, 100_000)
await addPeople(
  ctx,
  'crm',
  Array.from({ length: 5 }, (_, n) => examplePerson(900 + n)),
)

test('a person suppressed after the job ran is no longer shown', async () => {
  const enriched = await submit(live, {
    action: 'people/enrich',
    queries: Array.from({ length: 5 }, (_, n) => `ada${900 + n}@widgets.example`),
  })
  const found = await submit(live, { action: 'contacts/find-email', queries: ['Ada Example t903, widgets.example'] })
  assert.equal((await ended(live, enriched)).credits.charged, 15)
  await ended(live, found)
  const [first, , , fourth] = await fetchJobResults(live, enriched)
  await leaveOut('', 'person', first.data.id)
  await leaveOut(workspaceId, 'email', 'ada901@widgets.example')
  await leaveOut('', 'email_sha256', sha256Hex('ada902@widgets.example'))
  await leaveOut(workspaceId, 'person', fourth.data.id)
  const shown = (rows: AnyJob[]) => rows.map(({ status, data }) => [status, data === null])
  assert.deepEqual(shown(await fetchJobResults(live, enriched)), [
    ...Array.from({ length: 4 }, () => ['withheld', true]),
    ['found', false],
  ])
  assert.deepEqual(shown(await fetchJobResults(live, found)), [['withheld', true]])
  const csv = (await fetchResultFile(live, enriched, 'csv')).text
  assert.ok(csv.includes('Ada Example u904') && !csv.includes('Ada Example t903'))
})

test('from a list only suppressed people are withheld, and companies by their domain', async () => {
  await addPeople(
    ctx,
    'crm',
    ['stays', 'leaves'].map((name) => ({
      full_name: `${name} Listed`,
      title: 'Lister',
      email: `${name}@${name}.example`,
      company_name: `${name} Listed Ltd`,
      company_domain: `${name}.example`,
    })),
  )
  const jobs = [
    await submit(live, { action: 'search/people', queries: ['lister', 'leaves listed'] }),
    await submit(live, { action: 'search/people', filters: { title: ['lister'] } }),
    await submit(live, { action: 'search/companies', queries: ['listed ltd'] }),
    await submit(live, { action: 'search/companies', filters: { name: ['listed ltd'] } }),
  ]
  for (const job of jobs) await ended(live, job)
  const fetchResultNames = async () =>
    Promise.all(
      jobs.map(async (job) =>
        (await fetchJobResults(live, job)).map(({ status, data }) =>
          data === null
            ? status
            : [data]
                .flat()
                .map((one): string => (one.name ?? one.full_name).split(' ')[0])
                .toSorted(),
        ),
      ),
    )
  const one = (row: AnyJob) => row[0]
  const before = await fetchResultNames()
  assert.deepEqual(before[0], [['leaves', 'stays'], ['leaves']])
  assert.deepEqual(before[2], [['leaves', 'stays']])
  await leaveOut(workspaceId, 'email', 'leaves@leaves.example')
  const people = await fetchResultNames()
  assert.deepEqual(people[0], [['stays'], 'withheld'])
  assert.deepEqual(people[1]?.map((row) => (row === 'withheld' ? row : one(row))).toSorted(), ['stays', 'withheld'])
  assert.deepEqual(people[2], [['leaves', 'stays']])
  await leaveOut(workspaceId, 'domain', 'leaves.example')
  const companies = await fetchResultNames()
  assert.deepEqual(companies[2], [['stays']])
  assert.deepEqual(companies[3]?.map((row) => (row === 'withheld' ? row : one(row))).toSorted(), ['stays', 'withheld'])
})

function leaveOut(workspace: string, kind: 'email' | 'email_sha256' | 'domain' | 'person', value: string) {
  return suppress(ctx.directory, workspace, { id: ctx.ids.ulid(), kind, value, reason: null, now: ctx.clock.now() })
}

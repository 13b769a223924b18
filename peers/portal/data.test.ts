import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPeople, examplePerson } from '../../server/test/support/directory-people.ts'
import { type EmailChecker, startChecker } from '../../server/test/support/job-scene.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const checker = skip ? (undefined as unknown as EmailChecker) : await startChecker()
const world = skip
  ? (undefined as unknown as PortalWorld)
  : await bootPortal({
      env: { SOURCES_VERIFY_EMAIL: 'checker', SOURCES_FIND_EMAIL: 'directory' },
      sources: [checker.source],
    })
if (!skip)
  await addPeople(
    world.ctx,
    'crm',
    Array.from({ length: 14 }, (_, n) =>
      examplePerson(n, { city: 'Lisbon', country: 'PT', company_industry: 'software', company_size: '51-200' }),
    ),
  )

const LEADS = 'Contact,Company website\nAda Example b1,widgets.example\n'

test('a lookup shows its price before it runs, and then its result, its charge on the balance, its receipt and sources', {
  skip,
}, async () => {
  const { page, problems } = await world.open('/data?action=contacts/find-email')
  await page.getByText('No results yet').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.locator('.mantine-InputWrapper-error').waitFor()
  await page.getByLabel('Query').fill('Ada Example b1, widgets.example')
  await page.getByText('You have 50 credits.').waitFor()
  await page.getByRole('button', { name: 'Run for 5 credits' }).click()
  await page.getByText('ada1@widgets.example').waitFor()
  await page.getByText('5 credits charged').waitFor()
  await page.getByText('You have 45 credits.').waitFor()
  await page.getByLabel('Queried sources').getByText('Directory').waitFor()
  await inspect(page, 'lookup')
  await page.getByText('JSON', { exact: true }).click()
  await page.waitForURL(/view=json/)
  await page.getByLabel('Response as JSON').getByText('"confidence"').waitFor()
  await page.getByText('Card', { exact: true }).click()
  await page.getByRole('button', { name: 'Verify email' }).click()
  await page.getByRole('button', { name: 'Run for 1 credit', exact: true }).click()
  await page.getByText('1 credit charged').waitFor()
  await page.getByLabel('Action').selectOption('contacts/find-email')
  await page.getByLabel('Query').fill('Nemo Nobody, nowhere.example')
  await page.getByRole('button', { name: 'Run for 5 credits' }).click()
  await page.getByText('Not found: 0 credits').waitFor()
  await page.getByText('You have 44 credits.').waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('422')),
    [],
  )
})

test('a search is paged at a price, saved, opened and deleted, and its cost is compared with the balance', {
  skip,
}, async () => {
  const { page, problems } = await world.open('/data?action=search/people')
  await page.getByRole('button', { name: 'Run for up to 10 credits' }).waitFor()
  await assertStill(page)
  await page.getByLabel('Query').fill('widget works')
  await page.getByLabel('Title', { exact: true }).fill('research,')
  await page.getByText('Company', { exact: true }).click()
  await page.getByRole('button', { name: '51-200' }).click()
  await page.getByRole('button', { name: 'Run for up to 10 credits' }).click()
  await page.getByText('10 results found').waitFor()
  await inspect(page, 'search')
  await page.getByRole('button', { name: 'Next page for up to 10 credits' }).click()
  await page.getByText('14 results found').waitFor()
  await page.getByText('14 credits charged').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  assert.equal((await download).suggestedFilename(), 'search-people.csv')
  await page.getByRole('button', { name: 'Ada Example b1', exact: true }).click()
  await page.getByRole('dialog').getByText('Updated at').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Researchers')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/saved=srch_/)
  await page.getByLabel('Action').selectOption('consensus')
  await page.getByRole('link', { name: /Researchers/ }).click()
  await page.getByRole('button', { name: 'Remove research', exact: true }).waitFor()
  await page.getByLabel('Limit', { exact: true }).fill('99')
  await page.getByText(/and this needs up to 99/).waitFor()
  await page.getByRole('button', { name: 'Run for up to 99 credits' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Get credits' }).waitFor()
  await page.getByRole('button', { name: 'Delete Researchers' }).click()
  await page.getByText('No saved searches yet.').waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('402')),
    [],
  )
})

test('what was bought survives the way to another lookup and a reload, and is shown before it would be charged again', {
  skip,
}, async () => {
  const { page, problems } = await world.open('/data?action=people/enrich')
  await page.getByLabel('Query').fill('ada3@widgets.example')
  await page.getByRole('button', { name: 'Run for 3 credits' }).click()
  await page.getByText('3 credits charged').waitFor()
  await page.waitForURL(/run=req_/)
  await page.getByRole('button', { name: 'Find email' }).click()
  await page.getByRole('button', { name: 'Run for 5 credits' }).waitFor()
  await page.goBack()
  await page.getByText('3 credits charged').waitFor()
  assert.equal(await page.getByLabel('Query').inputValue(), 'ada3@widgets.example')
  await page.reload()
  await page.getByText('3 credits charged').waitFor()
  await page.getByRole('heading', { name: 'Found', exact: true }).waitFor()
  await page.goto(`${new URL(page.url()).origin}/data?action=people/enrich`)
  await page.getByLabel('Query').fill('ADA3@widgets.example')
  await page.getByText('You have had this since').waitFor()
  await page.getByLabel('Queried sources').getByText('Directory').waitFor()
  await inspect(page, 'earlier-purchase')
  const before = await countPurchases()
  await page.getByRole('button', { name: 'Buy again for 3 credits' }).click()
  await page.getByText('3 credits charged').waitFor()
  assert.equal(await countPurchases(), before + 1)
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('422')),
    [],
  )
})

test('everything bought is listed, searched and opened with its receipt', { skip }, async () => {
  const { page, problems } = await world.open('/purchased')
  await page.getByRole('button', { name: 'Ada Example d3' }).first().waitFor()
  await inspect(page, 'purchased')
  await page.getByLabel('Text').fill('ada3@')
  await page.waitForURL(/q=ada3/)
  await page.getByLabel('Action').selectOption('people/enrich')
  await page.getByRole('button', { name: 'Ada Example d3' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Head of research', { exact: false }).first().waitFor()
  await drawer.getByLabel('Queried sources').getByText('Directory').waitFor()
  await inspect(page, 'purchase')
  await drawer.getByRole('link', { name: 'Open in Lookups' }).click()
  await page.getByText('3 credits charged').waitFor()
  await page.goBack()
  await page.keyboard.press('Escape')
  await page.getByLabel('Action').selectOption('consensus')
  await page.getByText('No matching purchases').waitFor()
  assert.deepEqual(problems, [])
})

async function countPurchases(): Promise<number> {
  return (await world.live('GET', '/v1/data/purchases?limit=100')).body.data.length
}

test('a bulk job shows its columns and its price, is followed until it ends, and shows what was charged and released', {
  skip,
}, async () => {
  const { page, problems } = await world.open('/jobs')
  await page.getByRole('link', { name: 'New bulk job' }).first().click()
  const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(LEADS) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('leads.csv').waitFor()
  await page.getByRole('button', { name: 'Start for up to 5 credits' }).waitFor()
  assert.equal(await page.getByLabel('Company website maps to').inputValue(), 'domain')
  await page.getByRole('button', { name: 'Replace file' }).click()
  await page.getByLabel('Action').selectOption('contacts/verify-email')
  await page
    .getByLabel('Or paste rows')
    .fill(
      'Work email,Note\nada@example.com,first\nmiss@example.com,second\nADA@example.com,again\nnot an address,last\n',
    )
  const start = page.getByRole('button', { name: 'Start for up to 2 credits' })
  await start.waitFor()
  assert.equal(await page.getByLabel('Work email maps to').inputValue(), 'email')
  await page.getByLabel('Work email maps to').selectOption('')
  await start.waitFor({ state: 'detached' })
  await page.getByLabel('Work email maps to').selectOption('query')
  await start.waitFor()
  await inspect(page, 'new-job')
  const proceed = checker.pause()
  await start.click()
  await page.waitForURL(/jobs\/bulk_/)
  await page.getByText('1 of 4 rows').waitFor()
  await page.getByText('Pending').first().waitFor()
  await page.getByRole('button', { name: 'Cancel…' }).waitFor()
  await inspect(page, 'job-running')
  proceed()
  await page.getByText('4 of 4 rows').waitFor()
  await page.getByRole('status').getByText('Completed with errors').waitFor()
  const numbers = page.locator('.job-numbers')
  assert.match(await numbers.innerText(), /Credits charged\s+1\s+Credits released\s+1/)
  await page.getByRole('table').getByText('ada@example.com (valid)').first().waitFor()
  await page.getByText('Pending').first().waitFor({ state: 'detached' })
  await inspect(page, 'job-done')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  assert.match((await download).suggestedFilename(), /^bulk_.*\.csv$/)
  await page.getByRole('link', { name: 'Jobs' }).first().click()
  await page.getByRole('table').getByText('Completed with errors').waitFor()
  await inspect(page, 'jobs')
  await page.getByLabel('Status').selectOption('failed')
  await page.waitForURL(/status=failed/)
  await page.getByText('No matching jobs').waitFor()
  assert.deepEqual(problems, [])
})

test('a running job can be canceled, and a single question can run as a job', { skip }, async () => {
  const { page, problems } = await world.open('/data?action=contacts/verify-email')
  const proceed = checker.pause()
  await page.getByLabel('Query').fill('emma@example.com')
  await page.getByRole('button', { name: 'Run for 1 credit', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Run as job' }).click()
  await page.waitForURL(/jobs\/job_/)
  await page.getByRole('button', { name: 'Cancel…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  proceed()
  await page.getByRole('status').getByText('Canceled').waitFor()
  await page.goto(`${world.url}/data?action=contacts/verify-email`)
  await page.getByLabel('Query').fill('emma@example.com')
  await page.getByRole('button', { name: 'Run for 1 credit', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Run as job' }).click()
  await page.waitForURL(/jobs\/job_/)
  await page.getByText('1 of 1 row').waitFor()
  await page.getByText('emma@example.com').waitFor()
  assert.deepEqual(problems, [])
})

test('all results of a search become the rows of a job', { skip }, async () => {
  const { page, problems } = await world.open('/jobs/new?action=search/people&from=search')
  await page.getByLabel('Title', { exact: true }).fill('research,')
  await page.getByLabel('Limit', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Start for up to 3 credits' }).click()
  await page.waitForURL(/jobs\/bulk_/)
  await page.getByText('3 of 3 rows').waitFor()
  await page.getByRole('status').getByText('Completed').waitFor()
  await page
    .getByRole('button', { name: /Ada Example/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('widgets.example').waitFor()
  await inspect(page, 'job-row')
  assert.deepEqual(problems, [])
})

test('suppressions are pasted, searched, added and removed with Undo, and lookups no longer find them', {
  skip,
}, async () => {
  const { page, problems } = await world.open('/suppressions')
  await page.getByText('No suppressions yet').waitFor()
  await page.getByRole('button', { name: 'Import list' }).first().click()
  await page.getByLabel('Emails, domains').fill('ada3@widgets.example\nexample.org, not..one\nADA3@widgets.example')
  await page.getByLabel('Reason').fill('asked by email')
  await page.getByRole('button', { name: 'Suppress 4 values' }).click()
  await page.getByText('2 values added, 1 already suppressed, 1 invalid.').waitFor()
  await inspect(page, 'suppressions-pasted')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Add suppression' }).click()
  await page.getByRole('dialog').getByLabel('Value').fill('wrong')
  await page.getByRole('dialog').getByRole('button', { name: 'Suppress', exact: true }).click()
  await page.getByText('this is not an email address').waitFor()
  await page.getByRole('dialog').getByLabel('Value').fill('emma@example.net')
  await page.getByRole('dialog').getByRole('button', { name: 'Suppress', exact: true }).click()
  await page.getByRole('table').getByText('emma@example.net').waitFor()
  await inspect(page, 'suppressions')
  await page.getByLabel('Text').fill('widgets')
  await page.waitForURL(/q=widgets/)
  await page.getByRole('table').getByText('emma@example.net').waitFor({ state: 'detached' })
  await page.getByLabel('Text').fill('')
  await page.getByRole('button', { name: 'Remove emma@example.net' }).click()
  await page.getByRole('table').getByText('emma@example.net').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('table').getByText('emma@example.net').waitFor()
  await page.goto(`${world.url}/data?action=people/enrich`)
  await page.getByLabel('Query').fill('ada3@widgets.example')
  await page.getByRole('button', { name: 'Run for 3 credits' }).click()
  await page.getByText('Not found: 0 credits').waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('422')),
    [],
  )
})

test('a viewer sees prices, and every button that changes something is disabled with the reason', {
  skip,
}, async () => {
  const { page, problems } = await world.open('/data?action=search/people', { role: 'viewer' })
  const run = page.getByRole('button', { name: 'Run for up to 10 credits' })
  await run.waitFor()
  assert.equal(await run.getAttribute('aria-disabled'), 'true')
  await run.press('Enter')
  await page.getByText('You are a viewer of this workspace.').first().waitFor()
  await page.goto(`${world.url}/suppressions?new`)
  await page.getByRole('button', { name: 'Add suppression' }).first().waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.deepEqual(problems, [])
})

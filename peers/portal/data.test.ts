import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPeople, examplePerson } from '../../server/test/support/directory-people.ts'
import { type Checker, startChecker } from '../../server/test/support/job-scene.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const checker = skip ? (undefined as unknown as Checker) : await startChecker()
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

test('a lookup shows its price before it runs, and then its answer, its charge on the balance, its receipt and sources', {
  skip,
}, async () => {
  const { page, problems } = await world.open('/data?action=contacts/find-email')
  await page.getByText('Nothing run yet').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.locator('.mantine-InputWrapper-error').waitFor()
  await page.getByLabel('Query').fill('Ada Example b1, widgets.example')
  await page.getByText('You have 50 credits.').waitFor()
  await page.getByRole('button', { name: 'Run for 5 credits' }).click()
  await page.getByText('ada1@widgets.example').waitFor()
  await page.getByText('5 credits charged').waitFor()
  await page.getByText('You have 45 credits.').waitFor()
  await page.getByLabel('Sources that were asked').getByText('Directory').waitFor()
  await inspect(page, 'lookup')
  await page.getByText('JSON', { exact: true }).click()
  await page.waitForURL(/view=json/)
  await page.getByLabel('The answer as JSON').getByText('"confidence"').waitFor()
  await page.getByText('Card', { exact: true }).click()
  await page.getByRole('button', { name: 'Verify it' }).click()
  await page.getByRole('button', { name: 'Run for 1 credit', exact: true }).click()
  await page.getByText('1 credit charged').waitFor()
  await page.getByLabel('Action').selectOption('contacts/find-email')
  await page.getByLabel('Query').fill('Nemo Nobody, nowhere.example')
  await page.getByRole('button', { name: 'Run for 5 credits' }).click()
  await page.getByText('Miss: 0 credits').waitFor()
  await page.getByText('You have 44 credits.').waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('422')),
    [],
  )
})

test('a search is paged at a price, saved, opened and deleted again, and what it costs is compared with the balance', {
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
  await page.getByRole('button', { name: 'Remove research' }).waitFor()
  await page.getByLabel('At most').fill('99')
  await page.getByText(/and this needs up to 99/).waitFor()
  await page.getByRole('button', { name: 'Run for up to 99 credits' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Get credits' }).waitFor()
  await page.getByRole('button', { name: 'Delete Researchers' }).click()
  await page.getByText('None yet.').waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('402')),
    [],
  )
})

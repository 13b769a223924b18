import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../server/test/support/harness.ts'
import { skip } from '../browser.ts'
import { engageScene } from './engage-scene.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'
import { publish } from './publish-scene.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()
const scene = skip ? (undefined as unknown as Awaited<ReturnType<typeof engageScene>>) : await engageScene(world)

/** Publishes a post from the first account and waits until it is on the network. */
async function published(content: string): Promise<{ id: string; externalId: string }> {
  const { id } = await publish(world.live, { targets: [{ account_id: scene.first.id }], content })
  const externalId = await until<string>('the post', async () => {
    const [target] = (await world.live('GET', `/v1/posts/${id}`)).body.targets
    return target.status === 'published' ? target.external_id : undefined
  })
  return { id, externalId }
}

test('a comment is answered and hidden next to its post, and on the network', { skip }, async () => {
  const ferry = await published('The ferry runs again from Monday, every hour from nine to six.')
  const hours = await published('New opening hours at the harbour office.')
  await scene.comment(
    ferry.externalId,
    'ann',
    'Does it also run on public holidays? I would like to come with my parents.',
  )
  await scene.comment(hours.externalId, 'ben', 'Finally!')
  const { page, problems } = await world.open('/comments')
  const rows = page.locator('.engage-row')
  await rows.filter({ hasText: 'public holidays' }).waitFor()
  await assertStill(page)
  await scene.comment(ferry.externalId, 'spammer', 'Cheap watches at example.com, cheap cheap cheap')
  await rows.filter({ hasText: 'Cheap watches' }).click()
  const post = page.getByRole('article', { name: 'Post', exact: true })
  await post.getByText('The ferry runs again').waitFor()
  await page.getByRole('article', { name: 'Comment by ann' }).waitFor()
  const spam = page.getByRole('article', { name: 'Comment by spammer' })
  await spam.getByRole('button', { name: 'Hide' }).click()
  await spam.getByText('Hidden', { exact: true }).waitFor()
  const [hidden] = (await world.live('GET', '/v1/comments?hidden=true')).body.data
  assert.match(hidden.body, /Cheap watches/)
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await page.getByLabel('Comment status').selectOption('unanswered')
  await page.waitForURL(/show=unanswered/)
  await rows.filter({ hasText: 'public holidays' }).click()
  await page.getByLabel('Reply to ann').fill('Yes, also on public holidays.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await page
    .getByRole('article', { name: /Comment by/ })
    .filter({ hasText: 'Yes, also on' })
    .waitFor()
  await page.getByLabel('Comment status').selectOption('')
  await rows.filter({ hasText: 'public holidays' }).getByText('Answered').waitFor()
  const own = (await world.live('GET', '/v1/comments')).body.data.filter((each: { is_own: boolean }) => each.is_own)
  assert.deepEqual(
    own.map(({ body }: { body: string }) => body),
    ['Yes, also on public holidays.'],
  )
  await inspect(page, 'comments')
  await page.getByRole('button', { name: 'Only this post' }).click()
  await page.waitForURL(new RegExp(`post=${ferry.id}`))
  await rows.filter({ hasText: 'Finally!' }).waitFor({ state: 'detached' })
  await spam.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await spam.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('a review gets a reply, which is edited and deleted, and the list is filtered by stars', {
  skip,
}, async () => {
  await scene.review('ann', 5, 'Quick, friendly, and the coffee on board is excellent.')
  await scene.review('ben', 2, 'The last ferry was canceled, and there was no one to ask.')
  const { page, problems } = await world.open('/reviews')
  const ben = page.getByRole('article', { name: 'Review by ben' })
  await ben.waitFor()
  await assertStill(page)
  await ben.getByText('2 of 5 stars').waitFor()
  await ben.getByRole('button', { name: 'Reply to ben', exact: true }).click()
  await ben.getByLabel('Reply to ben').fill('We are sorry. Please write to us.')
  await ben.getByLabel('Reply to ben').press('Control+Enter')
  await ben.getByText('Your reply,').waitFor()
  assert.match(await scene.networkInbox(), /We are sorry\. Please write to us\./)
  await ben.getByRole('button', { name: 'Edit reply to ben' }).click()
  await ben.getByLabel('Reply to ben').fill('We are sorry. You get your money back.')
  await ben.getByRole('button', { name: 'Save reply' }).click()
  await ben.getByText('You get your money back.').waitFor()
  await inspect(page, 'reviews')
  await page.getByLabel('Rating').selectOption('5')
  await page.waitForURL(/rating=5/)
  await ben.waitFor({ state: 'detached' })
  await page.getByRole('article', { name: 'Review by ann' }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await ben.getByRole('button', { name: 'Delete reply to ben' }).click()
  await page.getByRole('button', { name: 'Delete reply', exact: true }).click()
  await ben.getByRole('button', { name: 'Reply to ben', exact: true }).waitFor()
  const answered = (await world.live('GET', '/v1/reviews?unanswered=false')).body.data
  assert.deepEqual(answered, [])
  assert.deepEqual(problems, [])
})

import type { Context, Principal } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { type JobCall, RetryLater } from '../../../queue/job.ts'
import { listAccounts } from '../accounts/accounts.ts'
import { connectWithCredentials } from '../accounts/connecting/connect-with-credentials.ts'
import type { Account } from '../accounts/contract/resources.ts'
import type { Post } from '../posts/contract/resources.ts'
import { createDraft, createPost } from '../posts/create.ts'
import { cancelPost } from '../posts/edit.ts'
import { listPosts } from '../posts/read.ts'
import { unpublishPost } from '../posts/unpublish.ts'
import { commentAsVisitor, reviewAsVisitor, writeAsVisitor } from '../sandbox-network/visitors.ts'
import { COMMENTS, DEMO_DRAFT, demoPosts, MESSAGES, REVIEWS } from './demo-content.ts'
import { removePeople } from './people.ts'
import { type DemoRow, findDemo, lockDemo, updateStage } from './sql.ts'

const PAUSE_MS = 1000
/** Time to wait for posts, which take seconds to be published. Slower ones are left unchanged. */
const PATIENCE_MS = 10 * 60_000

type DemoJobCall = JobCall<{ profile_id: string; people: string[] }>

/**
 * Adds accounts one by one, then all posts in one transaction, then, once they are published, the visitors' activity in another.
 */
export async function fillDemoData(call: DemoJobCall): Promise<void> {
  const { ctx, workspaceId, payload } = call
  try {
    const row = await findDemo(ctx.db, workspaceId)
    if (row?.profile_id === payload.profile_id && row.stage !== 'ready') await fill(call, row)
  } catch (error) {
    if (error instanceof RetryLater || (await isThere(call))) throw error
  }
  // Removed meanwhile: people that this job has signed up on the sandbox since then must be removed too.
  if (!(await isThere(call))) await transaction(ctx.db, (tx) => removePeople(tx, workspaceId, payload.people))
}

async function isThere({ ctx, workspaceId, payload }: DemoJobCall): Promise<boolean> {
  return (await findDemo(ctx.db, workspaceId))?.profile_id === payload.profile_id
}

async function fill(call: DemoJobCall, row: DemoRow): Promise<void> {
  const { ctx, workspaceId } = call
  const principal = createDemoPrincipal(workspaceId)
  const accounts: Account[] = []
  for (const name of row.people) accounts.push(await connect(ctx, principal, row.profile_id, name))
  if (row.stage === 'profile') await storePosts(ctx, principal, row, accounts)
  const posts = await readyPosts(ctx, principal, row)
  await addVisitors(call, accounts, posts)
}

async function connect(ctx: Context, principal: Principal, profileId: string, username: string): Promise<Account> {
  const { data } = await listAccounts(ctx.db, principal, { profile_id: profileId, limit: 100 })
  const known = data.find((account) => account.username === username)
  return known ?? connectWithCredentials(ctx, principal, { profileId, platform: 'sandbox', credentials: { username } })
}

async function storePosts(ctx: Context, principal: Principal, row: DemoRow, accounts: Account[]): Promise<void> {
  const posts = demoPosts(
    ctx.clock.now(),
    accounts.map(({ id }) => id),
  )
  await transaction(ctx.db, async (tx) => {
    // A removal waits for this lock, or came first.
    if ((await lockDemo(tx, principal.workspaceId))?.profile_id !== row.profile_id) return
    for (const { afterwards, ...body } of posts) {
      const { id } = await createPost(ctx, tx, principal, { ...body, idempotencyKey: null })
      if (afterwards === 'cancel') await cancelPost(ctx, tx, principal, id)
    }
    const draft = { ...DEMO_DRAFT, profile_id: row.profile_id, idempotencyKey: null }
    await createDraft(ctx, tx, principal, draft)
    await updateStage(tx, principal.workspaceId, 'posts')
  })
}

/** Returns the posts once none is being published; takes down the one that is meant to be unpublished. */
async function readyPosts(ctx: Context, principal: Principal, row: DemoRow): Promise<Post[]> {
  const now = ctx.clock.now().getTime()
  const { data } = await listPosts(ctx.db, principal, { profile_id: row.profile_id, limit: 100 })
  const isMoving = data.some(({ status }) => status === 'publishing')
  if (isMoving && now - row.created_at.getTime() < PATIENCE_MS) throw new RetryLater(new Date(now + PAUSE_MS))
  const taken = demoPosts(ctx.clock.now(), []).filter(({ afterwards }) => afterwards === 'unpublish')
  for (const { id, content, status } of data)
    if (status === 'published' && taken.some((post) => post.content === content))
      await unpublishPost(ctx, principal, id, {})
  return data
}

/** Writes the visitors' activity and marks the demo as ready in one transaction, which also completes the job. */
async function addVisitors(
  { ctx, workspaceId, complete }: DemoJobCall,
  accounts: Account[],
  posts: Post[],
): Promise<void> {
  const getPageId = (person: number) => accounts[person]?.active_entity?.external_id ?? ''
  const published = posts.flatMap(({ targets }) => targets).filter(({ status }) => status === 'published')
  await transaction(ctx.db, async (tx) => {
    for (const { person, ...message } of MESSAGES)
      await writeAsVisitor(ctx, tx, workspaceId, { ...message, entity_external_id: getPageId(person) })
    for (const { person, ...review } of REVIEWS)
      await reviewAsVisitor(ctx, tx, workspaceId, { ...review, entity_external_id: getPageId(person) })
    for (const { external_id: id } of published)
      for (const comment of COMMENTS)
        if (id !== null) await commentAsVisitor(ctx, tx, workspaceId, { ...comment, post_external_id: id })
    await updateStage(tx, workspaceId, 'ready')
    await complete(tx)
  })
}

/** Creates a principal for the workspace itself, which can access everything and charges no key. */
function createDemoPrincipal(workspaceId: string): Principal {
  return {
    workspaceId,
    keyId: 'demo_data',
    mode: 'live',
    permission: 'read_write',
    profileIds: null,
    expiresAt: null,
    monthlyBudget: null,
    user: null,
    memberId: null,
    role: null,
  }
}

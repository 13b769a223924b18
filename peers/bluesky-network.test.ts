import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startQueue } from '../server/src/queue/start.ts'
import { jobs, timers } from '../server/src/worker/worker.ts'
import { createProfile, signIn, startConnection } from '../server/test/support/account-scene.ts'
import { atEnd, boot } from '../server/test/support/harness.ts'
import { list } from '../server/test/support/inbox-scene.ts'
import { freePort } from './free-ports.ts'
import { fromDebian, fromNpm } from './peer.ts'

const redis = await fromDebian('redis-server', 'redis-server')
const skip = fromNpm('@atproto/dev-env', 'package.json').skip || redis.skip

// oxlint-disable-next-line typescript/no-explicit-any -- responses of every shape
type Any = any

const network = skip ? { pds: '', plc: '' } : await startNetwork()
const world = await boot({
  env: { BLUESKY_URL: network.pds, BLUESKY_PLC_URL: network.plc, LOG_LEVEL: 'silent' },
})
const { live, ctx } = world
const queue = await startQueue(ctx, { jobs, timers })
atEnd(() => queue.stop())

async function startNetwork() {
  const args = [join(import.meta.dirname, 'bluesky-network.ts'), redis.path, String(await freePort())]
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, LOG_ENABLED: 'false', NODE_NO_WARNINGS: '1' },
  })
  const ended = once(child, 'exit')
  atEnd(async () => {
    child.stdin.end()
    await ended
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const [, pds, plc] = /READY (\S+) (\S+)/.exec(output) ?? []
    if (pds && plc) return { pds, plc }
  }
  return assert.fail('the network ended')
}

async function ask(method: string, token: string | undefined, body?: object): Promise<Any> {
  const response = await fetch(`${network.pds}/xrpc/${method}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.text()
  assert.equal(response.status, 200, `${method} ${answer}`)
  return answer && JSON.parse(answer)
}

interface Ref {
  readonly uri: string
  readonly cid: string
}

/** Creates a network user that has no connection to Quoin. */
async function signUp(name: string) {
  const account = { handle: `${name}.test`, email: `${name}@example.com`, password: 'a-long-password' }
  const { did, accessJwt } = await ask('com.atproto.server.createAccount', undefined, account)
  const write = (kind: string, record: object): Promise<Ref> =>
    ask('com.atproto.repo.createRecord', accessJwt, {
      repo: did,
      collection: `app.bsky.${kind}`,
      record: { createdAt: new Date().toISOString(), ...record },
    })
  return {
    did,
    handle: account.handle,
    token: accessJwt,
    write,
    reply: (root: Ref, parent: Ref, text: string, more: object = {}) =>
      write('feed.post', { text, reply: { root: pickRef(root), parent: pickRef(parent) }, ...more }),
    read: (method: string, query: Record<string, string>) =>
      ask(`app.bsky.${method}?${new URLSearchParams(query).toString()}`, accessJwt),
  }
}
type NetworkUser = Awaited<ReturnType<typeof signUp>>

const pickRef = ({ uri, cid }: Ref): Ref => ({ uri, cid })

async function until<T>(what: string, find: () => Promise<T | undefined | false>): Promise<T> {
  for (const start = Date.now(); Date.now() - start < 90_000; await sleep(50)) {
    const found = await find()
    if (found) return found
  }
  return assert.fail(`it did not come to this: ${what}`)
}

/** Connects a Bluesky account and publishes one post, which is then on the network and in its index. */
async function publisher(name: string) {
  const person = await signUp(name)
  const { password } = await ask('com.atproto.server.createAppPassword', person.token, { name: 'Quoin' })
  await until('the index knows the account', () => isKnown(person))
  const { id } = await startConnection(live, await createProfile(live), { platform: 'bluesky' })
  await signIn(live, id, { identifier: person.handle, app_password: password })
  const { data } = (await live('GET', '/v1/accounts?platform=bluesky&limit=100')).body
  const account = data.find(({ username }: { username: string }) => username === person.handle)
  const made = await live('POST', '/v1/posts', { content: 'A harbour', targets: [{ account_id: account.id }] })
  assert.equal(made.status, 201, made.text)
  await queue.idle()
  const { body: post } = await live('GET', `/v1/posts/${made.body.id}`)
  assert.equal(post.status, 'published', JSON.stringify(post))
  const uri = post.targets[0].external_id as string
  const root = await until<Ref>('the post is in the index', async () => (await fetchPosts(person, uri))[0])
  const comments = async (): Promise<Any[]> => list(live, `/v1/comments?account_id=${account.id}&limit=100`)
  return {
    person,
    account,
    postId: post.id as string,
    root,
    comments,
    /** Returns the comment for a reply, after as many polls as the index needs. */
    waitForComment: ({ uri: of }: Ref) =>
      until<Any>('the reply is a comment', async () => {
        await pass()
        return (await comments()).find(({ external_id }) => external_id === of)
      }),
    moderate: (comment: Any, action: string) => live('POST', `/v1/comments/${comment.id}/moderate`, { action }),
  }
}

const fetchPosts = async (viewer: NetworkUser, uris: string): Promise<Any[]> =>
  (await viewer.read('feed.getPosts', { uris })).posts
const isKnown = async ({ token, did }: NetworkUser) =>
  fetch(`${network.pds}/xrpc/app.bsky.actor.getProfile?actor=${did}`, {
    headers: { authorization: `Bearer ${token}` },
  }).then(({ ok }) => ok)

async function pass(ms = 60_000): Promise<void> {
  ctx.clock.advance(ms)
  await queue.idle()
}

const repliesIn = async (viewer: NetworkUser, uri: string): Promise<string[]> => {
  const { thread } = await viewer.read('feed.getPostThread', { uri, depth: '10' })
  const texts = (node: Any): string[] =>
    (node.replies ?? []).flatMap((reply: Any) => [reply.post?.record.text ?? reply.$type, ...texts(reply)])
  return texts(thread)
}

test('a reply on the network becomes a comment; answering, hiding and unhiding it, and deleting our reply, take effect there', {
  skip,
}, async () => {
  const { root, comments, waitForComment, moderate } = await publisher('olga')
  const guest = await signUp('gus')
  const question = await guest.reply(root, root, 'Where is this?')
  const comment = await waitForComment(question)
  assert.deepEqual(
    [comment.body, comment.external_media_id, comment.parent_external_id, comment.is_hidden, comment.author.username],
    ['Where is this?', root.uri, null, false, 'gus.test'],
  )
  const answer = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'In the north' })
  assert.equal(answer.status, 201, answer.text)
  const more = await live('POST', `/v1/comments/${answer.body.id}/reply`, { body: 'By the sea' })
  assert.equal(more.status, 201, `what the index does not know yet is not gone: ${more.text}`)
  await until('the answers are in the thread', async () => (await repliesIn(guest, root.uri)).length === 3)
  assert.deepEqual(await repliesIn(guest, root.uri), ['Where is this?', 'In the north', 'By the sea'])

  assert.equal((await moderate(comment, 'hide')).body.comment.is_hidden, true)
  const gate = await until<Any>('the hidden reply is told', async () => {
    const { threadgate } = (await fetchPosts(guest, root.uri))[0]
    return threadgate?.record.hiddenReplies?.length > 0 && threadgate
  })
  assert.deepEqual(gate.record.hiddenReplies, [question.uri])
  await pass()
  assert.equal((await comments()).find(({ id }) => id === comment.id)?.is_hidden, true)
  assert.equal((await moderate(comment, 'unhide')).body.comment.is_hidden, false)
  await until('no reply is hidden', async () => {
    const { threadgate } = (await fetchPosts(guest, root.uri))[0]
    return threadgate?.record.hiddenReplies?.length === 0
  })

  assert.deepEqual((await moderate(more.body, 'delete')).body, { action: 'delete', comment: null })
  assert.equal((await moderate(comment, 'delete')).status, 422)
  await until('our answer is gone', async () => !(await repliesIn(guest, root.uri)).includes('By the sea'))
})

test('counts of likes, replies, reposts, quotes and followers match the index', { skip }, async () => {
  const { person, account, root, postId } = await publisher('frida')
  const guests = [await signUp('ann'), await signUp('ben')]
  const embed = { $type: 'app.bsky.embed.record', record: pickRef(root) }
  for (const guest of guests) await guest.write('feed.like', { subject: pickRef(root) })
  const [ann] = guests as [NetworkUser]
  await ann.write('feed.repost', { subject: pickRef(root) })
  await ann.write('feed.post', { text: 'Look', embed })
  for (const text of ['One', 'Two', 'Three']) await ann.reply(root, root, text)
  for (const guest of guests) await guest.write('graph.follow', { subject: person.did })
  const shown = await until<Any>('the index has counted', async () => {
    const [post] = await fetchPosts(person, root.uri)
    const profile = await person.read('actor.getProfile', { actor: person.did })
    return post.replyCount === 3 && post.quoteCount === 1 && profile.followersCount === 2 && { post, profile }
  })
  const [before] = (await live('GET', `/v1/posts/analytics?post_ids=${postId}`)).body.data
  const { likeCount, replyCount, repostCount, quoteCount } = shown.post
  assert.deepEqual([likeCount, replyCount, repostCount, quoteCount], [2, 3, 1, 1])
  const read = await until<Any>('newer figures are in', async () => {
    await pass(3_600_000)
    const [row] = (await live('GET', `/v1/posts/analytics?post_ids=${postId}`)).body.data
    return row?.as_of !== before?.as_of && row
  })
  assert.deepEqual(read.metrics, { likes: 2, comments: 3, shares: 1, quotes: 1 })

  await until('the night has come', async () => {
    await pass(3_600_000)
    return (await live('GET', `/v1/accounts/${account.id}/analytics`)).body.follower_history.length > 1
  })
  const { follower_history, series, available } = (await live('GET', `/v1/accounts/${account.id}/analytics`)).body
  assert.deepEqual(available, ['followers', 'posts'])
  assert.equal(follower_history.at(-1).value, 2)
  const posts = series.find(({ metric }: { metric: string }) => metric === 'posts')
  assert.equal(posts.points.at(-1).value, shown.profile.postsCount)
})

test('a backdated reply becomes a comment', { skip }, async () => {
  const { root, waitForComment } = await publisher('dora')
  const guest = await signUp('slow')
  await waitForComment(await guest.reply(root, root, 'Prompt'))
  const createdAt = new Date(Date.now() - 300_000).toISOString()
  assert.equal(
    (await waitForComment(await guest.reply(root, root, 'From a slow clock', { createdAt }))).body,
    'From a slow clock',
  )
})

test('a reply is found under any number of quotes, even if the account has most notifications off', {
  skip,
}, async () => {
  const { person, root, waitForComment, comments } = await publisher('vera')
  const guest = await signUp('keen')
  await waitForComment(await guest.reply(root, root, 'First'))
  await ask('app.bsky.notification.putPreferences', person.token, { priority: true })
  const buried = await guest.reply(root, root, 'Buried')
  const embed = { $type: 'app.bsky.embed.record', record: pickRef(root) }
  const value = { $type: 'app.bsky.feed.post', text: 'Look', embed }
  const writes = Array.from({ length: 150 }, (_, at) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    collection: value.$type,
    value: { ...value, createdAt: new Date(Date.now() + at).toISOString() },
  }))
  await ask('com.atproto.repo.applyWrites', guest.token, { repo: guest.did, writes })
  await until('the quotes are counted', async () => (await fetchPosts(guest, root.uri))[0].quoteCount === 150)
  const comment = await waitForComment(buried)
  assert.deepEqual(
    (await comments()).map(({ body }) => body),
    [comment.body, 'First'],
  )
})

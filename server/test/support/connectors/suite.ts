import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCapabilities } from '../../../src/connectors/connector.ts'
import type { ListRequest } from '../../../src/connectors/inbox.ts'
import { measureLength } from '../../../src/connectors/limits.ts'
import { PlatformError } from '../../../src/connectors/platform-error.ts'
import type { CommittedAttempt, Draft, ReadableMedia } from '../../../src/connectors/publish.ts'
import { findConnector, findPlatform } from '../../../src/connectors/registry.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { VARIABLES } from '../../../src/kit/config/config.ts'
import { bodies } from '../../../src/kit/declare/compile.ts'
import { processorMs } from '../processor-time.ts'
import { type Fixture, failure, readAll } from './fixture.ts'
import { testMessages } from './message-suite.ts'

let handles = 0
function newAttempt(text: string, media: readonly ReadableMedia[] = []): CommittedAttempt {
  const moment = new Date()
  return {
    draft: { text, media, options: {} },
    handle: `handle-${process.pid}-${handles++}`,
    createdAt: moment,
    intentAt: moment,
    prepared: null,
  }
}

function listFunctions(value: object, path = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (path === '' && name === 'platform') return []
    if (typeof member === 'function') return [[`${path}${name}`, member]]
    return typeof member === 'object' && member !== null ? listFunctions(member, `${path}${name}.`) : []
  })
}

export function testConnector(fixture: Fixture): void {
  const { connector } = fixture
  const { id, limits, settings, options, auth: facts } = connector.platform
  const guarantee = (title: string, run: () => Promise<void>) => void test(`${fixture.server ?? id}: ${title}`, run)

  guarantee('its facts are complete', async () => {
    assert.equal(findPlatform(id), connector.platform, 'it is in the registry')
    const used = await findConnector(id)
    assert.equal(used?.platform, connector.platform)
    assert.equal(used, await findConnector(id))
    assert.deepEqual(
      connector.platform.capabilities.toSorted(),
      listCapabilities(connector).toSorted(),
      'what it says it can do is what it can do',
    )
    assert.match(id, /^[a-z][a-z0-9_]*$/)
    assert.ok(connector.platform.label && connector.platform.version && connector.platform.testedAgainst.length > 0)
    const { oauth, signIn } = connector.auth
    assert.deepEqual(facts.methods, [...(oauth ? ['oauth'] : []), ...(signIn ? ['credentials'] : [])])
    assert.ok(facts.methods.length > 0, 'there is a way to sign in')
    assert.equal(facts.credentials !== undefined, signIn !== undefined)
    const variables = [...Object.values(settings), ...Object.values(connector.platform.app).map((one) => one.variable)]
    for (const variable of variables) assert.ok(variable in VARIABLES, variable)
    assert.equal((options as { additionalProperties?: unknown }).additionalProperties, false)
    assert.ok(bodies.validate(options, {}), 'no option is needed')
    const capabilities = new Set(listCapabilities(connector))
    if (capabilities.has('messages.start')) assert.ok(capabilities.has('messages.template'), 'a number gets a template')
    if (capabilities.has('messages.template')) assert.ok(capabilities.has('templates'))
  })

  guarantee('every function of it is called through the check of addresses', async () => {
    const used = new Map(listFunctions((await findConnector(id)) ?? {}))
    const own = listFunctions(connector)
    assert.deepEqual(
      own.map(([name]) => name),
      [...used.keys()],
    )
    assert.deepEqual(
      own.filter(([name, member]) => used.get(name) === member),
      [],
    )
  })

  guarantee('its limits are exact, and an empty draft is refused', async () => {
    const { max, unit } = limits.text
    const entity = { kind: '', metadata: {} }
    const check = (draft: Partial<Draft>) => connector.validate({ text: '', media: [], options: {}, ...draft }, entity)
    const letter = 'a'
    assert.equal(measureLength(letter.repeat(max), unit), max)
    if (limits.allowsTextOnly) assert.deepEqual(check({ text: letter.repeat(max) }), [])
    const [problem] = check({ text: letter.repeat(max + 1) })
    assert.ok(problem?.rule.startsWith(`${id}.`) && problem.message)
    assert.ok(check({}).length > 0)
    const medium = { id: 'm', bytes: 1, width: 1, height: 1, durationSeconds: null, altText: null }
    const strange = check({ text: 'x', media: [{ ...medium, mime: 'application/x-strange' }] })
    assert.deepEqual(strange[0]?.path, ['media_ids', 0])
  })

  guarantee('a text of a megabyte is refused at once, whatever it contains', async () => {
    const hostile = ['a', '@a', '@a@', 'https://a', '\u0301', '\u{1f469}\u200d', '#'].flatMap((part) => [
      part.repeat(1_000_000 / part.length),
      `@${part.repeat(1_000_000 / part.length)}`,
    ])
    for (const text of hostile) {
      const ms = await processorMs(() => {
        const problems = connector.validate({ text, media: [], options: {} }, { kind: '', metadata: {} })
        assert.ok(problems.length > 0, text.slice(0, 10))
      })
      // Milliseconds, or minutes when it is not linear.
      assert.ok(ms < 2000, `${text.slice(0, 10)} took ${ms} ms`)
    }
  })

  guarantee('a new sign-in has a selectable entity and is healthy', async () => {
    const session = await fixture.signIn()
    const entities = await connector.auth.listEntities(session)
    assert.ok(entities.some(({ selectable }) => selectable))
    for (const { selectable, unselectableReason } of entities) assert.equal(selectable, unselectableReason === null)
    assert.equal(new Set(entities.map(({ externalId }) => externalId)).size, entities.length)
    const { issues } = await connector.checkHealth(session)
    assert.ok(issues.every(({ severity }) => severity === 'warning'))
    if (facts.selection === 'automatic') assert.equal(entities.length, 1)
  })

  guarantee('a withdrawn sign-in and other failures are different errors', async () => {
    const session = await fixture.signIn()
    await fixture.trouble(session, 'unreachable')
    assert.equal(await failure(connector.checkHealth(session)), 'unavailable')
    await fixture.trouble(session, 'rate_limited')
    assert.equal(await failure(connector.checkHealth(session)), 'rate_limited')
    await connector.checkHealth(session)
    if (facts.isRevocable === false) return
    await fixture.trouble(session, 'revoked')
    assert.equal(await failure(connector.checkHealth(session)), 'auth')
  })

  const { refresh } = connector.auth
  if (refresh)
    guarantee('tokens are renewed, and the new ones work', async () => {
      const session = await fixture.signIn()
      const tokens = await refresh.renew(session)
      assert.ok(tokens.access)
      await connector.checkHealth({ ...session, tokens: { ...session.tokens, ...tokens } })
    })

  const { publish, comments, reviews, metrics, templates, numbers, inbound } = connector

  if (publish) {
    const post = async (session: Session, text: string, given: readonly ReadableMedia[] = []) => {
      const media = given.length > 0 || limits.allowsTextOnly ? given : [await fixture.media!()]
      const attempt = newAttempt(text, media)
      const random = crypto.getRandomValues(new Uint8Array(16))
      const handle = publish.newHandle?.(session.now(), random) ?? attempt.handle
      let step = await publish.prepare(session, { ...attempt, handle }, null)
      for (let tries = 0; step.retryAfterSeconds !== undefined && tries < 10; tries++)
        step = await publish.prepare(session, { ...attempt, handle }, step.prepared)
      return { ...attempt, handle, prepared: step.prepared }
    }

    guarantee('a post is published, found by its handle, and deleted again', async () => {
      const session = await fixture.signIn()
      const text = `Hello ${crypto.randomUUID()}`
      const attempt = await post(session, text)
      if (publish.find) assert.deepEqual(await publish.find(session, attempt), { state: 'absent' })
      const { externalId, isProcessing } = await publish.mutate(session, attempt)
      assert.equal(await fixture.countPosts(session, text), 1)
      if (publish.find) {
        const finding = await publish.find(session, { ...attempt, ...(isProcessing && { externalId }) })
        assert.ok(finding.state === 'published', finding.state)
        assert.ok(isProcessing || finding.post.externalId === externalId, 'only an id of the upload may change')
      }
      if (!publish.unpublish) return
      await publish.unpublish(session, externalId)
      assert.equal(await fixture.countPosts(session, text), 0)
      await publish.unpublish(session, externalId)
    })

    guarantee('a lost answer is ambiguous, and `find` shows that the post is there', async () => {
      const session = await fixture.signIn()
      const text = `Lost ${crypto.randomUUID()}`
      const attempt = await post(session, text)
      await fixture.trouble(session, 'answer_lost')
      assert.equal(await failure(publish.mutate(session, attempt)), 'ambiguous')
      if (publish.find) assert.equal((await publish.find(session, attempt)).state, 'published')
      if (publish.handleSeconds > 0) await publish.mutate(session, attempt).catch(() => {})
      assert.equal(await fixture.countPosts(session, text), 1)
    })

    guarantee('an error after the effect is ambiguous, even when the platform cannot be asked right then', async () => {
      const session = await fixture.signIn()
      const text = `Broken ${crypto.randomUUID()}`
      const attempt = await post(session, text)
      await fixture.trouble(session, 'answer_broken')
      assert.equal(await failure(publish.mutate(session, attempt)), 'ambiguous')
      assert.equal(await fixture.countPosts(session, text), 1)
    })

    guarantee('a post that was refused does not exist', async () => {
      const session = await fixture.signIn()
      const text = `Refused ${crypto.randomUUID()}`
      const attempt = await post(session, text)
      await fixture.trouble(session, 'rate_limited')
      assert.equal(await failure(publish.mutate(session, attempt)), 'rate_limited')
      assert.equal(await fixture.countPosts(session, text), 0)
      if (publish.find) assert.deepEqual(await publish.find(session, attempt), { state: 'absent' })
    })

    const { media } = fixture
    if (media)
      guarantee('a medium is uploaded once and shown with the post', async () => {
        const session = await fixture.signIn()
        const attempt = await post(session, `Picture ${crypto.randomUUID()}`, [await media()])
        const again = await publish.prepare(session, attempt, attempt.prepared)
        assert.deepEqual(again.prepared, attempt.prepared, 'what is prepared is not prepared again')
        await publish.mutate(session, attempt)
        assert.equal(await fixture.countPosts(session, attempt.draft.text), 1)
      })

    const hiddenUnder = async (session: Session, postId: string): Promise<Set<string>> => {
      const listed = await readAll(async (since) => comments!.list(session, { ...since, posts: [postId] }))
      const latest = new Map(listed.items.map(({ externalId, isHidden }) => [externalId, isHidden]))
      if (!fixture.hidden) return new Set([...latest.keys()].filter((one) => latest.get(one)))
      const hidden = fixture.hidden(postId)
      assert.ok(hidden.every((one) => !latest.has(one) || latest.get(one) === null))
      return new Set(hidden)
    }

    const { comment } = fixture.visitor
    if (comments && comment)
      guarantee('comments are listed once, answered, hidden, shown and deleted', async () => {
        const session = await fixture.signIn()
        const { externalId: postId } = await publish.mutate(session, await post(session, `Talk ${crypto.randomUUID()}`))
        const commentId = await comment(session, postId, 'First')
        const list = (since: ListRequest) => comments.list(session, { ...since, posts: [postId] })
        const { items, cursor } = await readAll(list)
        const found = items.find(({ externalId }) => externalId === commentId)
        assert.deepEqual([found?.body, found?.mediaExternalId, found?.isOwn], ['First', postId, false])
        const to = { externalId: commentId, mediaExternalId: postId }
        const reply = await comments.reply(session, to, { body: 'Thanks', handle: `reply-${commentId}` })
        assert.deepEqual([reply.body, reply.isOwn], ['Thanks', true])
        const sent = { body: 'Thanks', handle: `reply-${commentId}`, intentAt: new Date(), otherIds: [] }
        if (comments.findReply)
          assert.equal((await comments.findReply(session, to, sent))?.externalId, reply.externalId)
        if (comments.hide && comments.unhide) {
          await comments.hide(session, commentId)
          await comments.hide(session, commentId)
          assert.deepEqual(await hiddenUnder(session, postId), new Set([commentId]))
          await comments.unhide(session, commentId)
        }
        if (comments.delete) {
          await comments.delete(session, reply.externalId)
          await comments.delete(session, reply.externalId)
          // Some platforms delete only what the account itself wrote.
          const isForeign = await comments.delete(session, commentId).catch((error: unknown) => {
            assert.ok(error instanceof PlatformError && error.rule === `${id}.comment.foreign`, String(error))
            return true
          })
          const { items: left } = await readAll(list)
          const gone = left.findLast(({ externalId }) => externalId === commentId)
          assert.ok(isForeign ? gone : gone === undefined || gone.isDeleted, 'a deleted comment is gone, or told to be')
          assert.ok(left.every(({ externalId, isDeleted }) => externalId !== reply.externalId || isDeleted))
        }
        const second = await comment(session, postId, 'Second')
        const news = (await readAll(list, cursor)).items.map(({ externalId }) => externalId)
        assert.ok(news.includes(second))
      })

    if (comments?.onPost)
      guarantee('the account comments on its own post once, however often it is sent', async () => {
        const { onPost, findReply } = comments
        const session = await fixture.signIn()
        const { externalId: postId } = await publish.mutate(session, await post(session, `Own ${crypto.randomUUID()}`))
        const intentAt = session.now()
        const written = {
          body: `First ${crypto.randomUUID()}`,
          handle: `cmt_${crypto.randomUUID()}`,
          writtenAt: intentAt,
        }
        const first = await onPost?.(session, postId, written)
        assert.deepEqual([first?.body, first?.isOwn, first?.mediaExternalId], [written.body, true, postId])
        assert.equal(first?.parentExternalId, null)
        const to = { externalId: postId, mediaExternalId: postId }
        const again = findReply
          ? await findReply(session, to, { ...written, intentAt, otherIds: [] })
          : await onPost?.(session, postId, written)
        assert.equal(again?.externalId, first?.externalId)
      })

    if (comments?.hide && comment)
      guarantee('several comments of one thread can be hidden at once', async () => {
        const session = await fixture.signIn()
        const { externalId: postId } = await publish.mutate(
          session,
          await post(session, `Noise ${crypto.randomUUID()}`),
        )
        const ids = [await comment(session, postId, 'One'), await comment(session, postId, 'Two')]
        ids.push(await comment(session, postId, 'Three'), await comment(session, postId, 'Four'))
        await Promise.all(ids.map(async (commentId) => comments.hide?.(session, commentId)))
        assert.deepEqual(await hiddenUnder(session, postId), new Set(ids))
      })

    if (metrics)
      guarantee('metrics have the names that it declares', async () => {
        const session = await fixture.signIn()
        const { externalId } = await publish.mutate(session, await post(session, `Counted ${crypto.randomUUID()}`))
        const [found] = await metrics.posts.read(session, [externalId, 'gone'])
        assert.equal(found?.externalId, externalId)
        for (const name of Object.keys(found?.metrics ?? {}))
          assert.ok((connector.platform.metrics.post as readonly string[]).includes(name), name)
        const today = session.now().toISOString().slice(0, 10)
        for (const { metric } of await metrics.account.daily(session, { since: '2026-01-01', until: today }))
          assert.ok(connector.platform.metrics.account.includes(metric), metric)
      })
  }

  testMessages(fixture, guarantee)

  const { review } = fixture.visitor
  if (reviews && review)
    guarantee('a review is listed and answered, and the answer is deleted', async () => {
      const session = await fixture.signIn()
      const reviewId = await review(session, 'Lovely')
      const find = async () =>
        (await readAll((since) => reviews.list(session, since))).items.findLast((it) => it.externalId === reviewId)
      assert.deepEqual([(await find())?.body, (await find())?.reply], ['Lovely', null])
      await reviews.reply(session, reviewId, 'Thank you')
      await reviews.reply(session, reviewId, 'Thank you')
      assert.equal((await find())?.reply?.body, 'Thank you')
      if (!reviews.deleteReply) return
      await reviews.deleteReply(session, reviewId)
      assert.equal((await find())?.reply, null)
    })

  if (templates)
    guarantee('a template is created, listed and deleted', async () => {
      const session = await fixture.signIn()
      const components = [{ type: 'BODY', text: 'Your order is on its way.' }]
      const wanted = { name: 'order_update', language: 'en', category: 'UTILITY', components }
      const made = await templates.create(session, wanted)
      assert.deepEqual([made.name, made.status], ['order_update', 'pending'])
      const again = await templates.create(session, wanted).catch((error: unknown) => error)
      assert.ok(again instanceof PlatformError && again.rule === `${id}.template_exists`, String(again))
      const { items } = await readAll((since) => templates.list(session, since))
      assert.ok(items.some(({ externalId }) => externalId === made.externalId))
      await templates.delete(session, made)
      await templates.delete(session, made)
    })

  if (numbers)
    guarantee('a number is registered with its pin, repeatedly, and with no other pin', async () => {
      const session = await fixture.signIn()
      const register = (pin: string) => numbers.register(session, { pin, dataLocalizationRegion: null })
      const first = await register('123456')
      assert.ok(first.phoneNumberId && first.status)
      assert.deepEqual(await register('123456'), first)
      assert.equal(await failure(register('654321')), 'invalid')
    })

  const push = fixture.inbound
  if (inbound && push)
    guarantee('a push is accepted only when it is signed', async () => {
      const call = { ...(await fixture.signIn()), app: push.app }
      assert.equal(await inbound.verify(call, push.good()), true)
      assert.equal(await inbound.verify(call, push.forged()), false)
      // A secret that we derive ourselves needs no app.
      const needsApp = Object.keys(push.app).length > 0
      assert.equal(await inbound.verify({ ...call, app: {} }, push.good()), !needsApp)
      assert.ok(inbound.read(push.good()).length > 0)
    })
}

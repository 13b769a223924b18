import type { CommittedAttempt } from '../../../src/connectors/publish.ts'
import type { Json, Session } from '../../../src/connectors/session.ts'
import { connector as youtube } from '../../../src/connectors/youtube/connector.ts'
import type { Fixture } from './fixture.ts'
import { isRequestFrom, startSignIn } from './google_business.ts'
import { CLIENT } from './google-fake.ts'
import { FAULTS, openCall, videoFile } from './loopback.ts'
import { FakeYouTube } from './youtube-fake.ts'

export async function startYouTube() {
  const fake = await new FakeYouTube().start()
  const call = openCall({ origins: fake.origins, app: CLIENT, deadlineMs: 60_000 })
  let people = 0
  async function signIn(more: object = {}): Promise<Session> {
    const finish = await startSignIn(youtube, fake, call, `creator${people++}@example.com`)
    const { tokens, identity } = await finish()
    const session = { ...call, tokens, identity }
    fake.addChannel(identity.externalId, 'Example channel', more)
    const [entity] = await youtube.auth.listEntities(session)
    if (!entity) throw new Error('no entity')
    return { ...session, entity: { ...entity, secret: undefined } }
  }
  return { fake, call, signIn }
}

let handles = 0
/** Creates an attempt with a video of three pieces. */
export function createAttempt(text: string, options = {}, file = videoFile({}, 600_000)) {
  const moment = new Date()
  const draft = { text, media: [file], options: options as Record<string, unknown> }
  return { draft, handle: `tgt_${handles++}`, createdAt: moment, intentAt: moment, prepared: null as Json }
}

export async function prepare(session: Session, attempt: CommittedAttempt): Promise<CommittedAttempt> {
  let step = await youtube.publish!.prepare(session, attempt, attempt.prepared)
  while (step.retryAfterSeconds !== undefined) step = await youtube.publish!.prepare(session, attempt, step.prepared)
  return { ...attempt, prepared: step.prepared }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startYouTube()
  return {
    connector: youtube,
    origins: fake.origins,
    setPolls: (polls) => {
      fake.newUploadStatus = polls > 0 ? 'uploaded' : 'processed'
      fake.listedUploadStatus = 'processed'
    },
    signIn: () => signIn(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.withdraw(session.identity.externalId)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ entity }, text) =>
      [...fake.videos.values()].filter(
        ({ channel, snippet }) => channel === entity.externalId && snippet.description === text,
      ).length,
    visitor: { comment: async (_session, videoId, body) => fake.addComment(videoId, body) },
    hidden: (videoId) =>
      [...fake.comments.values()]
        .filter((one) => one.videoId === videoId && one.status === 'heldForReview')
        .map(({ id }) => id),
    media: async () => videoFile({}, 600_000),
    kinds: [{ name: 'short', media: ['video'], options: { is_short: true } }],
  }
}

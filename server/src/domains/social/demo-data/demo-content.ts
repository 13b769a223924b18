import type { CreateDraftRequest, CreatePostRequest } from '../posts/contract/requests.ts'

/** Owners of the demo's accounts, on the sandbox. */
export const PEOPLE = ['demo-harbour', 'demo-news']

const HOUR_MS = 3_600_000

type DemoPost = Omit<CreatePostRequest, 'targets'> & {
  readonly targets: CreatePostRequest['targets']
  /** Action on the post once it is stored or published. */
  readonly afterwards?: 'cancel' | 'unpublish'
}

/** Returns posts in every state that a post can have. The content identifies each of them. */
export function demoPosts(now: Date, [harbour = '', news = '']: readonly string[]): DemoPost[] {
  const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString()
  const rejected = { options: { fault: 'reject' } }
  return [
    {
      content: 'Demo: the ferry runs again from Monday, every hour from seven to seven.',
      targets: [{ account_id: harbour }, { account_id: news }],
      first_comment: 'The timetable is posted at the pier.',
    },
    { content: 'Demo: new opening hours of the harbour office: eight to six.', targets: [{ account_id: harbour }] },
    { content: 'Demo: the market moves to the old warehouse.', targets: [{ account_id: news }] },
    {
      content: 'Demo: one account accepted this post and the other refused it. Open it to see why, and retry.',
      targets: [{ account_id: harbour }, { account_id: news, ...rejected }],
    },
    { content: 'Demo: the sandbox refused this post on purpose.', targets: [{ account_id: harbour, ...rejected }] },
    { content: 'Demo: published, then removed again.', targets: [{ account_id: harbour }], afterwards: 'unpublish' },
    {
      content: 'Demo: boat trips start again tomorrow.',
      targets: [{ account_id: harbour }, { account_id: news }],
      scheduled_at: inHours(26),
    },
    {
      content: 'Demo: a look back at the week on the quay.',
      targets: [{ account_id: news }],
      scheduled_at: inHours(99),
    },
    {
      content: 'Demo: this post was canceled before its time.',
      targets: [{ account_id: harbour }],
      scheduled_at: inHours(200),
      afterwards: 'cancel',
    },
  ]
}

export const DEMO_DRAFT: CreateDraftRequest = {
  content: 'Demo: a draft. Choose where it goes, and publish it when it is finished.',
}

/** Messages, each with the page it is sent to. */
export const MESSAGES = [
  { person: 0, from: 'demo-visitor-1', body: 'Are you open on Sunday?' },
  { person: 0, from: 'demo-visitor-2', body: 'Can I bring my bicycle on the ferry?' },
  { person: 0, from: 'demo-visitor-2', body: 'And what does it cost?' },
  { person: 1, from: 'demo-visitor-3', body: 'Who can I talk to about an article?' },
] as const

export const REVIEWS = [
  { person: 0, from: 'demo-visitor-4', rating: 5, body: 'Friendly people, and the ferry was on time.' },
  { person: 0, from: 'demo-visitor-5', rating: 2, body: 'The queue was long and there was no shade.' },
  { person: 1, from: 'demo-visitor-6', rating: 4 },
] as const

/** Comments added to every published post. */
export const COMMENTS = [
  { from: 'demo-visitor-1', body: 'Good to know, thank you!' },
  { from: 'demo-visitor-5', body: 'Does it run in the evening too?' },
] as const

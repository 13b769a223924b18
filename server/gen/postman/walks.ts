import { operations } from '../../src/http/openapi/operations-list.ts'
import { buildRequest, type Item, type RequestOverrides } from './request.ts'

interface Walk {
  readonly name: string
  readonly description: string
  readonly steps: readonly (RequestOverrides & { readonly operation: string; readonly name: string })[]
}

/** Repeats the request once a second, at most 30 times, until the condition is true. */
function repeatUntil(condition: string, guarantee: string): string[] {
  return [
    `const isDone = ${condition}`,
    "const tries = Number(pm.collectionVariables.get('tries') ?? 0) + 1",
    "pm.collectionVariables.set('tries', isDone || tries === 30 ? 0 : tries)",
    `if (isDone || tries === 30) pm.test('${guarantee}', () => pm.expect(isDone).to.equal(true))`,
    'else setTimeout(() => pm.execution.setNextRequest(pm.info.requestId), 1000)',
  ]
}

/** Each walkthrough runs from its first request to its last with a live key of a new workspace, and with a test key. */
const WALKS: readonly Walk[] = [
  {
    name: 'Walkthrough: publish on the sandbox',
    description:
      'Run this folder to connect an account on the sandbox, the small social network inside the server, publish a post, receive a comment and reply to it. It is free.',
    steps: [
      { operation: 'profiles.create', name: 'Create a profile', body: { name: 'Example brand' } },
      { operation: 'connections.create', name: 'Start connecting an account' },
      { operation: 'connections.complete', name: 'Sign in to the sandbox' },
      { operation: 'connections.entities', name: 'List the pages to post to' },
      { operation: 'connections.select', name: 'Choose the first page' },
      {
        operation: 'posts.validate',
        name: 'Validate a post',
        body: { targets: [{ account_id: '{{accountId}}' }], content: 'Hello, network' },
      },
      {
        operation: 'posts.create',
        name: 'Publish the post',
        body: { targets: [{ account_id: '{{accountId}}' }], content: 'Hello, network' },
      },
      {
        operation: 'posts.get',
        name: 'Wait until the post is published',
        script: repeatUntil("reply.status === 'published'", 'the post is published'),
      },
      { operation: 'posts.attempts', name: 'List the attempts' },
      {
        operation: 'sandbox.comment',
        name: 'Comment as a visitor',
        body: { post_external_id: '{{postExternalId}}', from: 'visitor', body: 'Where is this?' },
      },
      {
        operation: 'comments.list',
        name: 'Wait for the comment in the inbox',
        query: { post_id: '{{postId}}' },
        script: repeatUntil('reply.data.length > 0', 'the comment has arrived'),
      },
      { operation: 'comments.reply', name: 'Reply to the comment' },
      { operation: 'posts.analytics', name: 'Read the metrics of the post' },
    ],
  },
  {
    name: 'Walkthrough: look up people',
    description:
      'Run this folder to estimate a price, buy two people from the directory, read the receipt, and find an email address in the background. It costs up to 12 credits; misses are free.',
    steps: [
      { operation: 'credits.get', name: 'Read the balance' },
      {
        operation: 'data.estimate_search_people',
        name: 'Estimate the cost of a search',
        body: { query: 'engineer', limit: 2 },
      },
      {
        operation: 'data.search_people',
        name: 'Search with a credit limit',
        body: { query: 'engineer', limit: 2 },
        maxCredits: 2,
      },
      { operation: 'requests.get', name: 'Read the receipt' },
      {
        operation: 'data_jobs.create',
        name: 'Find an email address in the background',
        body: { action: 'contacts/find-email', query: 'Ada Example, example.com' },
        maxCredits: 10,
      },
      {
        operation: 'data_jobs.get',
        name: 'Wait until the job is done',
        script: repeatUntil("!['queued', 'running'].includes(reply.status)", 'the job is done'),
      },
      { operation: 'credits.ledger', name: 'List the charges in the ledger' },
    ],
  },
]

export function walkFolders(seen: Map<string, string>): object[] {
  return WALKS.map(({ name, description, steps }, at) => ({
    name,
    description,
    item: steps.map((step): Item => {
      const operation = operations.find(({ id }) => id === step.operation)
      if (!operation)
        throw new Error(`A walkthrough of the Postman collection has an unknown operation: ${step.operation}`)
      return buildRequest(operation, seen, { ...step, id: `walk-${at + 1}/${step.operation}` })
    }),
  }))
}

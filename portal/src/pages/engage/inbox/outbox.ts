import type { InfiniteData } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call, queries } from '../../../api/api.ts'
import { type Input, newIdempotencyKey, type Reply } from '../../../api/client.ts'
import { type ProblemError, toProblem } from '../../../api/problem.ts'
import type { Message } from './conversations.ts'

export type ReplyContent = Input<'conversations.reply'>['body']

/** A message that the server has not confirmed yet. */
export interface OutgoingMessage {
  /** Idempotency key, so that a retry does not send it twice. */
  readonly key: string
  readonly at: string
  readonly content: ReplyContent
  /** Shown besides the text: the file name, or the text of the template. */
  readonly shown: string | undefined
  /** Reason why it was refused. */
  readonly problem?: ProblemError
}

// Kept outside of the page, so that messages are sent, and failed ones kept, while another page is open.
const outgoing = new Map<string, readonly OutgoingMessage[]>()
const lastSends = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()
const NONE: readonly OutgoingMessage[] = []

export function useOutbox(conversationId: string): readonly OutgoingMessage[] {
  return useSyncExternalStore(subscribe, () => outgoing.get(conversationId) ?? NONE)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(conversationId: string, next: (list: readonly OutgoingMessage[]) => readonly OutgoingMessage[]): void {
  outgoing.set(conversationId, next(outgoing.get(conversationId) ?? NONE))
  for (const listener of listeners) listener()
}

/** Shows the message at once and sends it after earlier ones. */
export function send(conversationId: string, content: ReplyContent, shown?: string): void {
  const message = { key: newIdempotencyKey(), at: new Date().toISOString(), content, shown }
  change(conversationId, (list) => [...list, message])
  queue(conversationId, message)
}

export function sendAgain(conversationId: string, { key, at, content, shown }: OutgoingMessage): void {
  const message = { key, at, content, shown }
  change(conversationId, (list) => list.map((each) => (each.key === key ? message : each)))
  queue(conversationId, message)
}

export function discard(conversationId: string, key: string): void {
  change(conversationId, (list) => list.filter((each) => each.key !== key))
}

function queue(conversationId: string, message: OutgoingMessage): void {
  const before = lastSends.get(conversationId) ?? Promise.resolve()
  lastSends.set(
    conversationId,
    before.then(() => attempt(conversationId, message)),
  )
}

async function attempt(conversationId: string, { key, content }: OutgoingMessage): Promise<void> {
  try {
    const input = { params: { id: conversationId }, body: content }
    const message = await call('conversations.reply', input, { idempotencyKey: key })
    addToThread(conversationId, message)
    discard(conversationId, key)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('conversations.') })
  } catch (error) {
    const problem = toProblem(error)
    change(conversationId, (list) => list.map((each) => (each.key === key ? { ...each, problem } : each)))
  }
}

type MessagePages = InfiniteData<Reply<'conversations.list_messages'>>

/** Adds a sent message to the cached thread, so that it does not disappear until the thread is refreshed. */
function addToThread(conversationId: string, message: Message): void {
  const isThread = (queryKey: readonly unknown[]) =>
    queryKey[1] === 'conversations.list_messages' &&
    (queryKey[2] as { params: { id: string } }).params.id === conversationId
  queries.setQueriesData<MessagePages>({ predicate: ({ queryKey }) => isThread(queryKey) }, (before) => {
    const [first, ...rest] = before?.pages ?? []
    if (!before || !first || first.data.some(({ id }) => id === message.id)) return before
    return { ...before, pages: [{ ...first, data: [message, ...first.data] }, ...rest] }
  })
}

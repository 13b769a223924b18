/** Unsent texts by conversation, restored when the conversation is opened again. */
const drafts = new Map<string, string>()

export function readDraft(conversationId: string): string {
  return drafts.get(conversationId) ?? ''
}

export function keepDraft(conversationId: string, text: string): void {
  if (text) drafts.set(conversationId, text)
  else drafts.delete(conversationId)
}

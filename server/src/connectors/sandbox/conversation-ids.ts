/** A page has one conversation with each person. */
export function buildConversationId(entityExternalId: string, username: string): string {
  return `sb-conversation-${entityExternalId.replace('sb-page-', '')}-${username}`
}

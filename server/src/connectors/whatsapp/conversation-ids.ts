import type { Person } from '../inbox.ts'

/**
 * Builds the id of the conversation between a number and a person. A person has a WhatsApp id, which is their phone number; one who
 * hides the number has an id that Meta issues to this business (`US.13491208655302741918`).
 */
export function buildConversationId(phoneNumberId: string, personId: string): string {
  return `${phoneNumberId}:${personId}`
}

export function parsePersonId(conversationExternalId: string): string {
  return conversationExternalId.slice(conversationExternalId.indexOf(':') + 1)
}

export function isPhone(personId: string): boolean {
  return /^\d+$/.test(personId)
}

export function toPerson(personId: string, name: string | null, username: string | null): Person {
  return {
    externalId: personId,
    name,
    username: username ?? (isPhone(personId) ? `+${personId}` : null),
    avatarUrl: null,
  }
}

import type { Person } from '../inbox.ts'

/**
 * A number has one conversation with each person. A person is known by their WhatsApp id, which is their phone number, or by
 * Meta's id for this business (`US.13491208655302741918`) when they keep their number to themselves.
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

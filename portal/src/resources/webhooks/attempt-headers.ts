/** Formats the headers of an attempt as sent. Signatures are not stored: they can be computed again from the secret. */
export function attemptHeaders({ eventId, startedAt }: { eventId: string; startedAt: string }): string {
  const timestamp = Math.floor(Date.parse(startedAt) / 1000)
  return [
    `X-Service-Timestamp: ${timestamp}`,
    `X-Service-Event-Id: ${eventId}`,
    `X-Service-Signature: v1=<hex of HMAC-SHA256(secret, "${timestamp}." + body)>`,
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${timestamp}`,
    `webhook-signature: v1,<base64 of HMAC-SHA256(key, "${eventId}.${timestamp}." + body)>`,
  ].join('\n')
}

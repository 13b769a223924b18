import type { HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { buildEntity, ownLists, readAllInformation } from './auth.ts'
import { combine } from './errors.ts'
import { createSigner, KIND, type NostrEvent } from './event.ts'
import { claimedAddress, isAddressConfirmed, readIdentity } from './profiles.ts'
import type { Limitation } from './relay-information.ts'
import { askEach, genuine, listRelayUrls, newest, relaysIn } from './relays.ts'

/** A key cannot go bad; relays can. Each is asked for what it has of the account, so that those that refuse notes are seen. */
export const checkHealth: Connector['checkHealth'] = async (session) => {
  const signer = createSigner(session)
  const { publicKey } = signer
  const urls = listRelayUrls(session)
  const newestNote = { kinds: [KIND.note], authors: [publicKey], limit: 1 }
  const [{ answers, failures }, facts] = await Promise.all([
    askEach(signer, urls, (relay) => relay.query(ownLists(publicKey), newestNote)),
    readAllInformation(session),
  ])
  if (answers.size === 0) throw combine([...failures.values()])
  const events = await genuine([...answers.values()].flat())
  const profile = newest(events, KIND.profile)
  const identity = readIdentity(publicKey, profile)
  const address = claimedAddress(profile)
  const issues = [
    ...[...failures].map(([url, error]) => warning('relay_failed', error.message, `Use another relay than ${url}.`)),
    ...listRelayIssues(facts),
    ...lackingIssues(answers, newest(events, KIND.note)),
    ...inboxIssues(events),
    ...(address === undefined || (await isAddressConfirmed(session, address, publicKey))
      ? []
      : [wrongAddress(address)]),
  ]
  return { issues, identity, entities: [buildEntity({ ...session, identity }, facts, events)] }
}

const warning = (code: string, message: string, remediation: string): HealthIssue => ({
  code: `nostr_${code}`,
  message,
  remediation,
  severity: 'warning',
})

function listRelayIssues(facts: ReadonlyMap<string, Limitation>): HealthIssue[] {
  return [...facts].flatMap(([url, { min_pow_difficulty, payment_required, restricted_writes }]) => {
    const isClosed = payment_required || restricted_writes
    return [
      ...(min_pow_difficulty ? [warning('relay_pow', `${url} asks for proof of work.`, 'Use another relay.')] : []),
      ...(isClosed ? [warning('relay_restricted', `${url} takes notes of its members only.`, 'Become one.')] : []),
    ]
  })
}

/** A relay without the newest note has refused it, was away when it was sent, or has deleted it. */
function lackingIssues(
  answers: ReadonlyMap<string, readonly NostrEvent[]>,
  last: NostrEvent | undefined,
): HealthIssue[] {
  if (!last) return []
  const lacking = [...answers].filter(([, events]) => events.every(({ id }) => id !== last.id))
  return lacking.map(([url]) =>
    warning(
      'relay_lacks_notes',
      `${url} does not have the newest note of the account: it refused it, or was away.`,
      'Ask its operator, or use another relay.',
    ),
  )
}

function inboxIssues(events: readonly NostrEvent[]): HealthIssue[] {
  if (relaysIn(newest(events, KIND.inboxRelays)).length > 0) return []
  return [
    warning(
      'no_inbox_relays',
      'The profile has no list of relays for direct messages (kind 10050): many apps cannot write to it.',
      'Publish the list with a Nostr app, and name one of the relays of this account in it.',
    ),
  ]
}

const wrongAddress = (address: string) =>
  warning('address', `The profile says ${address}, but that domain does not confirm it.`, 'Correct one of them.')

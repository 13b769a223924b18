import type { HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { buildEntity, buildOwnListFilter, readAllInformation } from './auth.ts'
import { combineFailures } from './errors.ts'
import { createSigner, KIND, type NostrEvent } from './event.ts'
import { isAddressConfirmed, readClaimedAddress, readIdentity } from './profiles.ts'
import type { Limitation } from './relay-information.ts'
import { findNewest, keepGenuine, listRelaysIn, listRelayUrls, runOnEach } from './relays.ts'

/** A key never fails, but relays do. Each is asked for the account's newest note, which shows relays that refuse notes. */
export const checkHealth: Connector['checkHealth'] = async (session) => {
  const signer = createSigner(session)
  const { publicKey } = signer
  const urls = listRelayUrls(session)
  const newestNote = { kinds: [KIND.note], authors: [publicKey], limit: 1 }
  const [{ results, failures }, limitations] = await Promise.all([
    runOnEach(signer, urls, (relay) => relay.query([buildOwnListFilter(publicKey), newestNote])),
    readAllInformation(session),
  ])
  if (results.size === 0) throw combineFailures([...failures.values()])
  const events = await keepGenuine([...results.values()].flat())
  const profile = findNewest(events, KIND.profile)
  const identity = readIdentity(publicKey, profile)
  const address = readClaimedAddress(profile)
  const issues = [
    ...[...failures].map(([url, error]) =>
      createWarning('relay_failed', error.message, `Use another relay than ${url}.`),
    ),
    ...listRelayIssues(limitations),
    ...listLackingIssues(results, findNewest(events, KIND.note)),
    ...listInboxIssues(events),
    ...(address === undefined || (await isAddressConfirmed(session, address, publicKey))
      ? []
      : [createAddressIssue(address)]),
  ]
  return { issues, identity, entities: [buildEntity({ ...session, identity }, limitations, events)] }
}

const createWarning = (code: string, message: string, remediation: string): HealthIssue => ({
  code: `nostr_${code}`,
  message,
  remediation,
  severity: 'warning',
})

function listRelayIssues(limitations: ReadonlyMap<string, Limitation>): HealthIssue[] {
  return [...limitations].flatMap(([url, { min_pow_difficulty, payment_required, restricted_writes }]) => {
    const isClosed = payment_required || restricted_writes
    return [
      ...(min_pow_difficulty
        ? [createWarning('relay_pow', `${url} asks for proof of work.`, 'Use another relay.')]
        : []),
      ...(isClosed
        ? [createWarning('relay_restricted', `${url} takes notes of its members only.`, 'Become one.')]
        : []),
    ]
  })
}

/** A relay without the newest note has refused it, was not reachable when it was sent, or has deleted it. */
function listLackingIssues(
  results: ReadonlyMap<string, readonly NostrEvent[]>,
  last: NostrEvent | undefined,
): HealthIssue[] {
  if (!last) return []
  const lacking = [...results].filter(([, events]) => events.every(({ id }) => id !== last.id))
  return lacking.map(([url]) =>
    createWarning(
      'relay_lacks_notes',
      `${url} does not have the newest note of the account: it refused it, or was away.`,
      'Ask its operator, or use another relay.',
    ),
  )
}

function listInboxIssues(events: readonly NostrEvent[]): HealthIssue[] {
  if (listRelaysIn(findNewest(events, KIND.inboxRelays)).length > 0) return []
  return [
    createWarning(
      'no_inbox_relays',
      'The profile has no list of relays for direct messages (kind 10050): many apps cannot write to it.',
      'Publish the list with a Nostr app, and name one of the relays of this account in it.',
    ),
  ]
}

const createAddressIssue = (address: string) =>
  createWarning('address', `The profile says ${address}, but that domain does not confirm it.`, 'Correct one of them.')

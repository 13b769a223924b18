import { SourceError } from '../../kit/sources.ts'
import type { EmailStatus, FoundEmail } from '../actions.ts'
import type { NameAtDomain } from '../read-question.ts'
import type { Outcome, Source } from '../source.ts'
import { nextAttempt } from './greylisting.ts'
import { learnFromDirectory, readEvidence } from './learn-patterns.ts'
import { findMailRoute } from './mail-route.ts'
import { isDisposable, isFreeProvider } from './mailbox-kinds.ts'
import type { MailContext } from './open-mail.ts'
import { type Candidate, type Evidence, knownPattern, listCandidates } from './patterns.ts'
import type { ProbeAnswer } from './probe.ts'
import { type DomainProbeResult, probeDeadlineMs } from './probe-domain.ts'
import { recogniseProvider } from './provider.ts'

const CANDIDATES_MAX = 8
/** An unconfirmed guess is returned only if it is more likely right than wrong. */
const CONFIDENCE_MIN = 0.5
const CONFIDENCE_ACCEPTED = 0.97

/** Finds an address by the patterns of its domain, and confirms it with the mail server if possible. */
export function createMailFinder({
  db,
  directory,
  config,
  resolvers,
  probeDomain,
}: MailContext): Source<NameAtDomain, FoundEmail> {
  return {
    id: 'mail',
    label: 'Address patterns',
    action: 'contacts/find-email',
    lineage: 'mail',
    needs: [],
    costMicros: 0,
    timeoutMs: 45_000,
    perSecond: 50,
    isBuiltIn: true,
    isLocal: ({ domain }) => hasNoWorkAddresses(domain),
    async ask(input, { now, deadlineMs, ticket }) {
      const { domain } = input
      if (hasNoWorkAddresses(domain)) return NOT_FOUND
      const startedMs = performance.now()
      const route = await findMailRoute(resolvers, domain, config.allowLoopback)
      if (route.kind === 'none') return NOT_FOUND
      await learnFromDirectory({ db, directory }, domain, now)
      const evidence = await readEvidence(db, domain, now)
      const candidates = listCandidates(input, domain, evidence).slice(0, CANDIDATES_MAX)
      const guess = (status: EmailStatus) => guessByEvidence(input, candidates, evidence, status)
      const unproven = guess('unknown')
      // With probing off only evidence counts: without any, the result does not depend on DNS.
      if (route.kind === 'unknown' && route.reason !== 'private_mx' && (config.PROBE === 'on' || unproven))
        throw new SourceError('unavailable', `DNS returned no usable answer (${route.reason})`, {
          isAboutQuestion: true,
        })
      const canProbe =
        config.PROBE === 'on' && route.kind === 'hosts' && !recogniseProvider(route.hosts[0].name).isUnverifiable
      if (!canProbe || candidates.length === 0) return unproven ?? NOT_FOUND
      const addresses = candidates.map(({ localPart }) => `${localPart}@${domain}`)
      const leftMs = probeDeadlineMs(deadlineMs) - (performance.now() - startedMs)
      const probed = await probeDomain({ domain, hosts: route.hosts, addresses, now, deadlineMs: leftMs })
      const email = addresses.find((address) => isConfirmed(probed, address))
      if (email === undefined) return answerUnconfirmed(probed, guess, ticket)
      const status = probed.answers.get(email) === 'full' ? 'risky' : 'valid'
      return found(input, { email, status, confidence: CONFIDENCE_ACCEPTED, verified_at: now.toISOString() })
    },
  }
}

function hasNoWorkAddresses(domain: string): boolean {
  return isFreeProvider(domain) || isDisposable(domain)
}

type FoundEmailOutcome = Extract<Outcome<FoundEmail>, { outcome: 'found' }>

const NOT_FOUND = { outcome: 'not_found' } as const

/**
 * Handles the case that no address was confirmed: a guess, a later attempt, not found, or a failure when the server did not
 * respond.
 */
function answerUnconfirmed(
  probed: DomainProbeResult,
  guess: (status: EmailStatus) => FoundEmailOutcome | undefined,
  ticket: string | undefined,
): Outcome<FoundEmail> {
  if (probed.isCatchAll) return guess('risky') ?? NOT_FOUND
  const openAnswer = findOpenAnswer(probed)
  if (!openAnswer) return NOT_FOUND
  const known = guess('unknown')
  if (openAnswer === 'deferred') {
    const later = nextAttempt(ticket, known?.data)
    if (later) return later
  }
  if (known) return known
  throw probeFailure(openAnswer, probed.retryAfterMs)
}

function isConfirmed({ isCatchAll, answers }: DomainProbeResult, email: string): boolean {
  const answer = answers.get(email)
  return answer === 'exists' || answer === 'full' || (answer === 'accepted' && isCatchAll === false)
}

/** Finds an inconclusive answer, `deferred` first; undefined when the server permanently refused every address. */
function findOpenAnswer({ isCatchAll, controlAnswer, answers }: DomainProbeResult): ProbeAnswer | undefined {
  const all = isCatchAll === undefined && controlAnswer ? [controlAnswer, ...answers.values()] : [...answers.values()]
  const open = all.filter((answer) => answer !== 'missing' && answer !== 'disabled')
  return open.includes('deferred') ? 'deferred' : open[0]
}

/** Returns the address by the known pattern of the domain; undefined when no pattern is known well enough. */
function guessByEvidence(
  input: NameAtDomain,
  candidates: readonly Candidate[],
  evidence: Evidence,
  status: EmailStatus,
): FoundEmailOutcome | undefined {
  const pattern = knownPattern(evidence)
  const best = candidates.find((candidate) => candidate.pattern === pattern)
  if (!best || best.probability < CONFIDENCE_MIN) return undefined
  return found(input, {
    email: `${best.localPart}@${input.domain}`,
    status,
    confidence: Math.round(best.probability * 100) / 100,
    verified_at: null,
  })
}

function found(
  input: NameAtDomain,
  answer: Pick<FoundEmail, 'email' | 'status' | 'confidence' | 'verified_at'>,
): FoundEmailOutcome {
  const { full_name, first_name, last_name, domain } = input
  return {
    outcome: 'found',
    data: {
      ...answer,
      domain,
      person: { full_name, first_name: first_name || null, last_name: last_name || null },
      sources: ['mail'],
    },
  }
}

/** Answers that will be the same tomorrow: the sender is refused, or the reply is not understood. */
const REFUSALS = new Set<ProbeAnswer>(['blocked', 'policy', 'unclear'])

/** A server that did not respond is a failure, not a miss. It concerns only this domain, so other questions are still asked. */
function probeFailure(answer: ProbeAnswer, retryAfterMs: number | undefined): SourceError {
  const kind =
    answer === 'timeout'
      ? answer
      : answer === 'paced'
        ? 'rate_limited'
        : REFUSALS.has(answer)
          ? 'rejected'
          : 'unavailable'
  return new SourceError(kind, `The mail server returned no usable answer (${answer})`, {
    retryAfterMs,
    isAboutQuestion: true,
  })
}

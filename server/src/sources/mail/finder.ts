import type { EmailStatus, FoundEmail, NameAtDomain } from '../actions.ts'
import { type Outcome, type Source, SourceError } from '../source.ts'
import { deferral } from './greylisting.ts'
import { learnFromDirectory, readEvidence } from './learn-patterns.ts'
import { findRoute } from './mail-route.ts'
import { isDisposable, isFreeProvider } from './mailbox-kinds.ts'
import { type MailDeps, openMail } from './open-mail.ts'
import { type Candidate, type Evidence, knownPattern, listCandidates } from './patterns.ts'
import type { Said } from './probe.ts'
import { type Asked, askingMs } from './probe-domain.ts'
import { providerOf } from './provider.ts'

const CANDIDATES_MAX = 8
/** A guess nobody confirmed is worth telling only when it is likelier right than wrong. */
const CONFIDENCE_MIN = 0.5
const CONFIDENCE_ACCEPTED = 0.97

/** Finds an address by how its domain makes them; asked where servers may be asked, else only by evidence. */
export function createMailFinder(deps: MailDeps): Source<NameAtDomain, FoundEmail> {
  const { db, config, resolver, inquire } = openMail(deps)
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
    async ask(input, { now, deadlineMs, ticket }) {
      const { domain } = input
      if (isFreeProvider(domain) || isDisposable(domain)) return NOT_FOUND
      const startedMs = performance.now()
      const route = await findRoute(resolver, domain, config.allowLoopback)
      if (route.kind === 'none') return NOT_FOUND
      if (route.kind === 'unknown' && route.reason === 'dns_failed')
        throw new SourceError('unavailable', 'The name servers of the domain gave no answer', { isOfQuestion: true })
      await learnFromDirectory(db, domain, now)
      const evidence = await readEvidence(db, domain, now)
      const candidates = listCandidates(input, domain, evidence).slice(0, CANDIDATES_MAX)
      const guess = (status: EmailStatus) => byEvidence(input, candidates, evidence, status)
      const isAsked = config.PROBE === 'on' && route.kind === 'hosts' && !providerOf(route.hosts[0].name).isUndecidable
      if (!isAsked || candidates.length === 0) return guess('unknown') ?? NOT_FOUND
      const addresses = candidates.map(({ localPart }) => `${localPart}@${domain}`)
      const leftMs = askingMs(deadlineMs) - (performance.now() - startedMs)
      const asked = await inquire({ domain, hosts: route.hosts, addresses, now, deadlineMs: leftMs })
      const email = addresses.find((address) => isTaken(asked, address))
      if (email === undefined) return withoutProof(asked, guess, ticket)
      const status = asked.said.get(email) === 'full' ? 'risky' : 'valid'
      return found(input, { email, status, confidence: CONFIDENCE_ACCEPTED, verified_at: now.toISOString() })
    },
  }
}

/** No address was proven: what evidence says, a later attempt, a miss, or that nobody could be asked. */
function withoutProof(
  asked: Asked,
  guess: (status: EmailStatus) => Found | undefined,
  ticket: string | undefined,
): Outcome<FoundEmail> {
  if (asked.isCatchAll) return guess('risky') ?? NOT_FOUND
  const doubt = whyInDoubt(asked)
  if (!doubt) return NOT_FOUND
  const known = guess('unknown')
  return (doubt === 'deferred' && deferral(ticket, known?.data)) || (known ?? unasked(doubt, asked.retryAfterMs))
}

type Found = Extract<Outcome<FoundEmail>, { outcome: 'found' }>

const NOT_FOUND = { outcome: 'not_found' } as const

function isTaken({ isCatchAll, said }: Asked, email: string): boolean {
  const answer = said.get(email)
  return answer === 'exists' || answer === 'full' || (answer === 'accepted' && isCatchAll === false)
}

/** The first answer that was none; undefined when every address was refused for good. */
function whyInDoubt({ isCatchAll, controlSaid, said }: Asked): Said | undefined {
  const answers = isCatchAll === undefined && controlSaid ? [controlSaid, ...said.values()] : [...said.values()]
  const open = answers.filter((answer) => answer !== 'missing' && answer !== 'disabled')
  return open.includes('deferred') ? 'deferred' : open[0]
}

/** What a domain's own habit says of a name: nothing as long as the habit is not known, and never that it is valid. */
function byEvidence(
  input: NameAtDomain,
  candidates: readonly Candidate[],
  evidence: Evidence,
  status: EmailStatus,
): Found | undefined {
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
): Found {
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

/** Refused for who we are, or in words we do not understand: it will not tell us tomorrow either. */
const REFUSALS = new Set<Said>(['blocked', 'policy', 'unclear'])

/** Whoever could not be asked has not said no. It is about this domain, and no reason to ask no other. */
function unasked(why: Said, retryAfterMs: number | undefined): never {
  const kind =
    why === 'timeout' ? why : why === 'paced' ? 'rate_limited' : REFUSALS.has(why) ? 'rejected' : 'unavailable'
  throw new SourceError(kind, `The mail server gave no answer (${why})`, { retryAfterMs, isOfQuestion: true })
}

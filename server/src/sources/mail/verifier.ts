import type { VerifiedEmail } from '../actions.ts'
import type { Source } from '../source.ts'
import { type MailAddress, parseAddress } from './address.ts'
import { nextAttempt } from './greylisting.ts'
import { findMailRoute } from './mail-route.ts'
import { isDisposable, isRole } from './mailbox-kinds.ts'
import type { MailContext } from './open-mail.ts'
import type { ProbeAnswer } from './probe.ts'
import { type DomainProbeResult, probeDeadlineMs } from './probe-domain.ts'
import { recogniseProvider } from './provider.ts'

type Verdict = Pick<VerifiedEmail, 'status' | 'sub_status'> & { readonly catchAll?: boolean | undefined }

/** Verifies an address without a vendor; with probing off, by DNS only. */
export function createMailVerifier({
  config,
  resolvers,
  probeDomain,
}: MailContext): Source<{ email: string }, VerifiedEmail> {
  return {
    id: 'mail',
    label: 'Mail servers',
    action: 'contacts/verify-email',
    lineage: 'mail',
    needs: [],
    costMicros: 0,
    timeoutMs: 30_000,
    perSecond: 50,
    isBuiltIn: true,
    isLocal: ({ email }) => parseAddress(email) === undefined,
    async ask({ email }, { now, deadlineMs, ticket }) {
      const address = parseAddress(email)
      const role = address ? isRole(address.localPart) : false
      const answer = (mx: string | null, { status, sub_status, catchAll }: Verdict) => ({
        outcome: 'found' as const,
        data: {
          email,
          status,
          sub_status,
          mx,
          catch_all: catchAll ?? null,
          disposable: address ? isDisposable(address.domain) : false,
          role,
          checked_at: now.toISOString(),
        },
      })
      if (!address) return answer(null, { status: 'invalid', sub_status: 'syntax' })
      const startedMs = performance.now()
      const route = await findMailRoute(resolvers, address.domain, config.allowLoopback)
      if (route.kind !== 'hosts')
        return answer(route.mx, { status: route.kind === 'none' ? 'invalid' : 'unknown', sub_status: route.reason })
      const [host] = route.hosts
      const unprobed = verdictWithoutProbe(address, host.name, config.PROBE)
      if (unprobed) return answer(host.name, unprobed)
      const probed = await probeDomain({
        domain: address.domain,
        hosts: route.hosts,
        addresses: [`${address.localPart}@${address.domain}`],
        now,
        deadlineMs: probeDeadlineMs(deadlineMs) - (performance.now() - startedMs),
      })
      const verdict = judgeProbe(probed, role)
      const outcome = answer(host.name, verdict)
      return (verdict.sub_status === 'greylisted' && nextAttempt(ticket, outcome.data)) || outcome
    },
  }
}

/** Returns the verdict on an address that is not probed; undefined when it can be. */
function verdictWithoutProbe(
  { localPart, domain }: MailAddress,
  host: string,
  probing: 'on' | 'off',
): Verdict | undefined {
  if (isDisposable(domain)) return { status: 'risky', sub_status: 'disposable' }
  if (recogniseProvider(host).isUnverifiable) return { status: 'unknown', sub_status: 'provider_unverifiable' }
  if (probing === 'off') return { status: 'unknown', sub_status: 'not_probed' }
  // Only a server with SMTPUTF8 would understand the address.
  return /[^\x21-\x7e]/.test(localPart) ? { status: 'unknown', sub_status: 'not_ascii' } : undefined
}

function judgeProbe({ isCatchAll, controlAnswer, answers }: DomainProbeResult, role: boolean): Verdict {
  if (isCatchAll) return { status: 'risky', sub_status: 'catch_all', catchAll: true }
  const [answer = 'unclear'] = answers.values()
  const proven: Verdict = role ? { status: 'risky', sub_status: 'role' } : { status: 'valid', sub_status: 'accepted' }
  if (answer === 'exists') return { ...proven, catchAll: isCatchAll }
  // An accepted address proves nothing unless the server is known to refuse others.
  if (answer === 'accepted')
    return isCatchAll === false
      ? { ...proven, catchAll: false }
      : { status: 'unknown', sub_status: SUB_STATUSES[controlAnswer ?? 'unclear'] }
  if (answer === 'full') return { status: 'risky', sub_status: 'full_mailbox', catchAll: isCatchAll }
  if (answer === 'missing') return { status: 'invalid', sub_status: 'mailbox_not_found', catchAll: isCatchAll }
  if (answer === 'disabled') return { status: 'invalid', sub_status: 'disabled', catchAll: isCatchAll }
  return { status: 'unknown', sub_status: SUB_STATUSES[answer], catchAll: isCatchAll }
}

/** The reason of the status `unknown`, for every answer. */
const SUB_STATUSES: Record<ProbeAnswer, string> = {
  accepted: 'unclear',
  exists: 'unclear',
  missing: 'unclear',
  disabled: 'unclear',
  full: 'unclear',
  unclear: 'unclear',
  deferred: 'greylisted',
  blocked: 'blocked',
  policy: 'blocked',
  timeout: 'timeout',
  disconnected: 'disconnected',
  unreachable: 'unreachable',
  paced: 'paced',
}

import type { VerifiedEmail } from '../actions.ts'
import type { Source } from '../source.ts'
import { type MailAddress, parseAddress } from './address.ts'
import { deferral } from './greylisting.ts'
import { findRoute } from './mail-route.ts'
import { isDisposable, isRole } from './mailbox-kinds.ts'
import { type MailDeps, openMail } from './open-mail.ts'
import type { Said } from './probe.ts'
import { type Asked, askingMs } from './probe-domain.ts'
import { providerOf } from './provider.ts'

type Verdict = Pick<VerifiedEmail, 'status' | 'sub_status'> & { readonly catchAll?: boolean | undefined }

/** Tells what can be known of an address without a vendor; with probing off that is what the name system tells. */
export function createMailVerifier(deps: MailDeps): Source<{ email: string }, VerifiedEmail> {
  const { config, resolver, inquire } = openMail(deps)
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
      const route = await findRoute(resolver, address.domain, config.allowLoopback)
      if (route.kind !== 'hosts')
        return answer(route.mx, { status: route.kind === 'none' ? 'invalid' : 'unknown', sub_status: route.reason })
      const [host] = route.hosts
      const unasked = whyNotAsked(address, host.name, config.PROBE)
      if (unasked) return answer(host.name, unasked)
      const asked = await inquire({
        domain: address.domain,
        hosts: route.hosts,
        addresses: [`${address.localPart}@${address.domain}`],
        now,
        deadlineMs: askingMs(deadlineMs) - (performance.now() - startedMs),
      })
      const verdict = judge(asked, role)
      const told = answer(host.name, verdict)
      return (verdict.sub_status === 'greylisted' && deferral(ticket, told.data)) || told
    },
  }
}

function whyNotAsked({ localPart, domain }: MailAddress, host: string, probing: 'on' | 'off'): Verdict | undefined {
  if (isDisposable(domain)) return { status: 'risky', sub_status: 'disposable' }
  if (providerOf(host).isUndecidable) return { status: 'unknown', sub_status: 'provider_unverifiable' }
  if (probing === 'off') return { status: 'unknown', sub_status: 'not_probed' }
  // It would take a server that knows SMTPUTF8 to understand the question.
  return /[^\x21-\x7e]/.test(localPart) ? { status: 'unknown', sub_status: 'not_ascii' } : undefined
}

function judge({ isCatchAll, controlSaid, said }: Asked, role: boolean): Verdict {
  if (isCatchAll) return { status: 'risky', sub_status: 'catch_all', catchAll: true }
  const [answer = 'unclear'] = said.values()
  const proven: Verdict = role ? { status: 'risky', sub_status: 'role' } : { status: 'valid', sub_status: 'accepted' }
  if (answer === 'exists') return { ...proven, catchAll: isCatchAll }
  // Where it is not known that others are refused, to be accepted says nothing.
  if (answer === 'accepted')
    return isCatchAll === false
      ? { ...proven, catchAll: false }
      : { status: 'unknown', sub_status: REASONS[controlSaid ?? 'unclear'] }
  if (answer === 'full') return { status: 'risky', sub_status: 'full_mailbox', catchAll: isCatchAll }
  if (answer === 'missing') return { status: 'invalid', sub_status: 'mailbox_not_found', catchAll: isCatchAll }
  if (answer === 'disabled') return { status: 'invalid', sub_status: 'disabled', catchAll: isCatchAll }
  return { status: 'unknown', sub_status: REASONS[answer], catchAll: isCatchAll }
}

/** Why nothing is known, for every answer that tells nothing. */
const REASONS: Record<Said, string> = {
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

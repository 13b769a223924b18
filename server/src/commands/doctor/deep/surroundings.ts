import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createResolver } from '../../../kit/net/name-resolver.ts'
import { type CheckGroup, type CheckResult, failed, ok, type Surroundings, skipped } from './check.ts'
import { readHost } from './tls.ts'

const MAIL_MS = 15_000

export const surroundingChecks: CheckGroup<Surroundings> = {
  heading: 'Names and mail',
  checks: [
    { name: 'public name', run: checkPublicName },
    { name: 'name servers', run: checkNameServers },
    { name: 'mail server', run: checkMail },
  ],
}

async function checkPublicName({ url }: Surroundings): Promise<CheckResult> {
  const host = readHost(url)
  if (isIP(host) !== 0) return skipped('the public URL has an address instead of a name')
  try {
    const addresses = await lookup(host, { all: true })
    return ok(`${host} resolves to ${addresses.map(({ address }) => address).join(', ')}`)
  } catch (error) {
    return failed(`${host} does not resolve (${(error as NodeJS.ErrnoException).code})`, 'Add its DNS records.')
  }
}

/** Asks the name servers of webhooks, media and mail domains. */
async function checkNameServers({ ctx }: Surroundings): Promise<CheckResult> {
  const { DNS_SERVERS, QUOIN_DOCTOR_URL } = ctx.config
  const name = URL.parse(QUOIN_DOCTOR_URL)?.hostname ?? ''
  if (name === '' || isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name === 'localhost')
    return skipped('QUOIN_DOCTOR_URL has an address instead of a name, so this network may have no name servers')
  const resolver = createResolver(DNS_SERVERS)
  try {
    await resolver.resolveMx(name)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENODATA')
      return failed(
        `${resolver.getServers().join(', ')} did not return the mail servers of ${name} (${code})`,
        'Allow outgoing DNS, or set DNS_SERVERS to name servers that this machine can reach.',
      )
  }
  return ok(`${resolver.getServers().join(', ')} answered a query for the mail servers of ${name}`)
}

/** Connects, starts TLS and signs in; sends no message. */
async function checkMail({ ctx }: Surroundings): Promise<CheckResult> {
  const { SMTP_URL } = ctx.config
  if (SMTP_URL === undefined) return skipped('SMTP_URL is not set, so links are shown instead of mailed')
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: MAIL_MS, greetingTimeout: MAIL_MS, socketTimeout: MAIL_MS }
  const transport = createTransport({ url: SMTP_URL, ...timeouts })
  const { host, protocol, username } = new URL(SMTP_URL)
  try {
    await transport.verify()
    const how = `${protocol === 'smtps:' ? ' with TLS' : ''}${username ? ', signed in' : ''}`
    return ok(`connected to ${host}${how}, and sent nothing`)
  } catch (error) {
    return failed(
      `${host} refused the connection or the sign-in (${(error as Error).message})`,
      'Check SMTP_URL: host, port, user and password.',
    )
  } finally {
    transport.close()
  }
}

type ConfigValues = Readonly<Record<string, unknown>>

const TOGETHER = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['MEDIA_S3_ACCESS_KEY_ID', 'MEDIA_S3_SECRET_ACCESS_KEY'],
] as const

/** Lists problems between variables that are valid on their own. */
export function combinationProblems(read: object, isProduction: boolean): string[] {
  const given = read as ConfigValues
  return [
    ...paymentProblems(given, isProduction),
    ...probeProblems(given),
    ...databaseProblems(given),
    ...incompleteSets(given),
  ]
}

function paymentProblems(given: ConfigValues, isProduction: boolean): string[] {
  if (given['PAYMENT_PROVIDER'] === 'sandbox' && isProduction)
    return ['PAYMENT_PROVIDER must not be sandbox in production: it gives credits away.']
  if (given['PAYMENT_PROVIDER'] !== 'stripe') return []
  return ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']
    .filter((name) => !given[name])
    .map((name) => `${name} must be set when PAYMENT_PROVIDER is stripe.`)
}

function databaseProblems(given: ConfigValues): string[] {
  return ['DATABASE_SESSION_URL', 'DATABASE_READ_URL']
    .filter((name) => given[name] && !given['DATABASE_URL'])
    .map((name) => `${name} is set but DATABASE_URL is not: set both.`)
}

function probeProblems(given: ConfigValues): string[] {
  return ['PROBE_HELO', 'PROBE_FROM']
    .filter((name) => given['PROBE'] === 'on' && !given[name])
    .map((name) => `${name} must be set when PROBE is on: mail servers ask for it.`)
}

function incompleteSets(given: ConfigValues): string[] {
  return TOGETHER.filter((names) => new Set(names.map((name) => !given[name])).size > 1).map((names) => {
    const [last, ...others] = names.toReversed()
    const list = `${others.toReversed().join(', ')} and ${last}`
    return `${list} must be set together, or ${names.length === 2 ? 'neither' : 'none of them'}.`
  })
}

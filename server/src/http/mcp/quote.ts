import type { Context } from '../../kit/context.ts'

const PURPOSE = 'mcp.quote'
const SECONDS = 300

/** The maximum cost of a confirmed call: for one key, tool and arguments, valid for a few minutes. */
export interface Quote {
  readonly text: string
  readonly expiresAt: Date
}

/** The fingerprint covers key, tool and arguments. Any node can open the quote: it is sealed with the master key. */
export function writeQuote(ctx: Context, fingerprint: Buffer, credits: number): Quote {
  const expiresAt = new Date(ctx.clock.now().getTime() + SECONDS * 1000)
  const body = [fingerprint.toString('base64url'), credits, expiresAt.getTime()]
  return { text: ctx.secrets.seal(JSON.stringify(body), PURPOSE), expiresAt }
}

/** Returns the credits of a quote for this call; undefined when it belongs to another call, is too old, or is not ours. */
export function readQuote(ctx: Context, quote: string, fingerprint: Buffer): number | undefined {
  try {
    const [of, credits, until] = JSON.parse(ctx.secrets.open(quote, PURPOSE)) as [string, number, number]
    return of === fingerprint.toString('base64url') && until > ctx.clock.now().getTime() ? credits : undefined
  } catch {
    return undefined
  }
}

/** The ledger as a person would keep it on paper: the database must agree with it after every step. */

export interface ModelGrant {
  readonly n: number
  readonly kind: string
  readonly source: string
  readonly amount: number
  readonly expiresAt: number | null
  remaining: number
}

export interface ModelHold {
  readonly n: number
  readonly workspace: number
  readonly key: string
  readonly period: string | null
  readonly isDurable: boolean
  readonly idempotency: string | null
  readonly price: number
  /** The process it belongs to. */
  node: string
  amount: number
  isOverdue: boolean
}

export interface ModelCall {
  readonly workspace: number
  readonly node: string
  readonly key: string
  readonly cap: number | null
  readonly units: number
  readonly isDurable: boolean
  readonly idempotency: { readonly key: string; readonly print: number } | null
}

export interface ModelCharge {
  readonly step: string
  readonly units: number
}

/** A call that is charged without a hold: its maximum cost, and what it found. */
export interface ModelDirectCharge extends Omit<ModelCall, 'isDurable'> {
  readonly found: number
}

type Verdict = 'ok' | 'insufficient' | 'budget' | 'running' | 'mismatch' | 'replay'

interface Wallet {
  granted: number
  available: number
  held: number
  spent: number
  expired: number
  readonly grants: ModelGrant[]
  readonly budgets: Map<string, { held: number; spent: number }>
  /** The answer is null while the call runs. */
  readonly claims: Map<string, { readonly print: number; readonly hold: number; answer: string | null }>
}

export class LedgerModel {
  now: number
  readonly wallets: Wallet[] = []
  readonly holds = new Map<number, ModelHold>()
  /** Every hold so far, for late settlements. */
  readonly all: ModelHold[] = []
  readonly charges = new Map<string, number>()
  /** Charges without a hold, in the order in which they were made. */
  readonly direct: { readonly workspace: number; readonly credits: number }[] = []
  readonly deadNodes = new Set<string>()
  price = 3
  #grants = 0

  constructor(now: number) {
    this.now = now
  }

  addWorkspace(signup: number): void {
    const wallet = { granted: 0, available: 0, held: 0, spent: 0, expired: 0 }
    this.wallets.push({ ...wallet, grants: [], budgets: new Map(), claims: new Map() })
    this.grant(this.wallets.length - 1, { kind: 'signup', source: 'signup', amount: signup, expiresAt: null })
  }

  wallet(workspace: number): Wallet {
    return this.wallets[workspace] as Wallet
  }

  grant(workspace: number, wanted: Pick<ModelGrant, 'kind' | 'source' | 'amount' | 'expiresAt'>): boolean {
    const wallet = this.wallet(workspace)
    if (wallet.grants.some(({ kind, source }) => kind === wanted.kind && source === wanted.source)) return false
    wallet.grants.push({ ...wanted, n: this.#grants++, remaining: wanted.amount })
    wallet.granted += wanted.amount
    wallet.available += wanted.amount
    return true
  }

  take(workspace: number, grant: ModelGrant, most: number): number {
    const wallet = this.wallet(workspace)
    const taken = Math.min(grant.remaining, wallet.available, most)
    grant.remaining -= taken
    wallet.available -= taken
    wallet.expired += taken
    return taken
  }

  expire(workspace: number): void {
    for (const grant of inBurnOrder(this.wallet(workspace).grants))
      if (grant.expiresAt !== null && grant.expiresAt <= this.now) this.take(workspace, grant, Infinity)
  }

  /** Returns why a call is not admitted; undefined when it is. */
  #refusal(call: Omit<ModelCall, 'isDurable'>): { verdict: Verdict; answer?: string } | undefined {
    this.expire(call.workspace)
    const wallet = this.wallet(call.workspace)
    const claim = call.idempotency && wallet.claims.get(call.idempotency.key)
    if (claim) {
      if (claim.print !== call.idempotency?.print) return { verdict: 'mismatch' }
      return claim.answer === null ? { verdict: 'running' } : { verdict: 'replay', answer: claim.answer }
    }
    const amount = call.units * this.price
    if (amount > wallet.available) return { verdict: 'insufficient' }
    if (call.cap === null) return undefined
    const { held, spent } = this.#getBudget(call)
    return held + spent + amount > call.cap ? { verdict: 'budget' } : undefined
  }

  #getBudget({ workspace, key }: Pick<ModelCall, 'workspace' | 'key'>): { held: number; spent: number } {
    return this.wallet(workspace).budgets.get(`${key} ${formatMonthStart(this.now)}`) ?? { held: 0, spent: 0 }
  }

  /** Does what a hold and its settlement do, at once. */
  charge(call: ModelDirectCharge, answer: string | null): { verdict: Verdict; answer?: string } {
    const refusal = this.#refusal(call)
    if (refusal) return refusal
    const wallet = this.wallet(call.workspace)
    const credits = call.found * this.price
    if (call.cap !== null) {
      const budget = this.#getBudget(call)
      budget.spent += credits
      wallet.budgets.set(`${call.key} ${formatMonthStart(this.now)}`, budget)
    }
    wallet.available -= credits
    wallet.spent += credits
    this.#burn(wallet, credits)
    if (call.idempotency) wallet.claims.set(call.idempotency.key, { print: call.idempotency.print, hold: -1, answer })
    this.direct.push({ workspace: call.workspace, credits })
    return { verdict: 'ok' }
  }

  reserve(call: ModelCall): { verdict: Verdict; hold?: ModelHold; answer?: string } {
    const refusal = this.#refusal(call)
    if (refusal) return refusal
    const wallet = this.wallet(call.workspace)
    const amount = call.units * this.price
    const period = call.cap === null ? null : formatMonthStart(this.now)
    if (call.cap !== null) {
      const budget = this.#getBudget(call)
      budget.held += amount
      wallet.budgets.set(`${call.key} ${period}`, budget)
    }
    wallet.available -= amount
    wallet.held += amount
    const { workspace, key, isDurable, node } = call
    const idempotency = call.idempotency?.key ?? null
    const n = this.all.length
    const hold = {
      n,
      workspace,
      key,
      period,
      isDurable,
      idempotency,
      price: this.price,
      node,
      amount,
      isOverdue: false,
    }
    this.holds.set(n, hold)
    this.all.push(hold)
    if (call.idempotency)
      wallet.claims.set(call.idempotency.key, { print: call.idempotency.print, hold: n, answer: null })
    return { verdict: 'ok', hold }
  }

  /** Returns the credits of lines that were not charged before; undefined when they exceed the hold. */
  #fresh(hold: ModelHold, lines: readonly ModelCharge[]): Map<string, number> | undefined {
    const fresh = new Map<string, number>()
    for (const { step, units } of lines)
      if (!this.charges.has(`${hold.n}/${step}`) && !fresh.has(step)) fresh.set(step, units * hold.price)
    return sum(fresh.values()) > hold.amount ? undefined : fresh
  }

  settle(n: number, lines: readonly ModelCharge[], closes: boolean, answer: string | null) {
    const past = this.all[n] as ModelHold
    const hold = this.holds.get(n)
    if (hold) {
      const fresh = this.#fresh(hold, lines)
      if (!fresh) return { verdict: 'overdrawn' as const, credits: 0 }
      for (const [step, credits] of fresh) this.charges.set(`${n}/${step}`, credits)
      this.#charge(hold, sum(fresh.values()))
      if (closes) this.#close(hold, answer)
    }
    const charged = lines.map(({ step }) => this.charges.get(`${past.n}/${step}`))
    const isFenced = !hold && (lines.length === 0 || charged.includes(undefined))
    return { verdict: isFenced ? ('fenced' as const) : ('ok' as const), credits: sum(charged.map((c) => c ?? 0)) }
  }

  #charge(hold: ModelHold, credits: number): void {
    const wallet = this.wallet(hold.workspace)
    hold.amount -= credits
    wallet.held -= credits
    wallet.spent += credits
    const budget = wallet.budgets.get(`${hold.key} ${hold.period}`)
    if (budget && hold.period) {
      budget.held -= credits
      budget.spent += credits
    }
    this.#burn(wallet, credits)
  }

  #burn({ grants }: Wallet, credits: number): void {
    let left = credits
    for (const grant of inBurnOrder(grants)) {
      const burned = Math.min(left, grant.remaining)
      grant.remaining -= burned
      left -= burned
    }
  }

  #close(hold: ModelHold, answer: string | null): void {
    const wallet = this.wallet(hold.workspace)
    wallet.held -= hold.amount
    wallet.available += hold.amount
    const budget = wallet.budgets.get(`${hold.key} ${hold.period}`)
    if (budget && hold.period) budget.held -= hold.amount
    const claim = hold.idempotency === null ? undefined : wallet.claims.get(hold.idempotency)
    if (claim && answer !== null) claim.answer = answer
    else if (claim && hold.idempotency !== null) wallet.claims.delete(hold.idempotency)
    this.holds.delete(hold.n)
  }

  sweep(): number {
    const gone = [...this.holds.values()].filter(
      (hold) => hold.isOverdue || (!hold.isDurable && this.deadNodes.has(hold.node)),
    )
    for (const hold of gone) this.#close(hold, null)
    return gone.length
  }

  chargedUnder(n: number): number {
    return sum([...this.charges].filter(([id]) => id.startsWith(`${n}/`)).map(([, credits]) => credits))
  }
}

const RANK: Readonly<Record<string, number>> = { signup: 0, manual: 0, subscription: 1, pack: 2, refund: 2 }

function inBurnOrder(grants: readonly ModelGrant[]): ModelGrant[] {
  return grants.toSorted((a, b) => {
    if (a.expiresAt !== b.expiresAt) return (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity)
    return (RANK[a.kind] ?? 0) - (RANK[b.kind] ?? 0) || a.n - b.n
  })
}

function formatMonthStart(now: number): string {
  return `${new Date(now).toISOString().slice(0, 7)}-01`
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0)
}
